//! Dates and times of day, from counts and from packed fields.
//!
//! Dates are of the proleptic Gregorian calendar. No clock and no time zone is used: Unix time and
//! FILETIME count in UTC, and DOS does not name its zone. Invariant: a moment is a date that
//! exists, in the years 1 to 9999.

use std::fmt;

/// The value of bytes as a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TimeValue {
    /// A moment in UTC.
    Utc(Moment),
    /// A moment in an unnamed zone.
    Local(Moment),
    /// A moment so far away that only its year is of interest.
    Year(i64),
    /// Fields that make no date, or no time of day.
    NoDate,
}

/// A date and a time of day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Moment {
    /// The year.
    pub year: i64,
    /// The month, from 1.
    pub month: u8,
    /// The day, from 1.
    pub day: u8,
    /// The hour.
    pub hour: u8,
    /// The minute.
    pub minute: u8,
    /// The second.
    pub second: u8,
    /// The rest, in units of 100 ns.
    pub fraction: u32,
}

/// The years that are written in full.
const YEARS: std::ops::RangeInclusive<i64> = 1..=9999;
/// Seconds of a day.
const DAY: i64 = 86_400;
/// Units of 100 ns per second.
const UNITS: u64 = 10_000_000;
/// Seconds from the start of FILETIME, 1601, to that of Unix time, 1970.
const FILETIME_TO_UNIX: i64 = 11_644_473_600;

impl TimeValue {
    /// Converts seconds since the start of 1970.
    pub fn unix(seconds: i64) -> Self {
        utc(seconds, 0)
    }

    /// Converts units of 100 ns since the start of 1601.
    pub fn filetime(units: u64) -> Self {
        let seconds = (units / UNITS).cast_signed() - FILETIME_TO_UNIX;
        utc(seconds, (units % UNITS) as u32)
    }

    /// Converts a date of DOS (years since 1980, month, day: 7, 4 and 5 bits) in the upper half,
    /// and a time of day (hour, minute, half the second: 5, 6 and 5 bits) in the lower.
    pub fn dos(fields: u32) -> Self {
        let field = |lowest: u32, bits: u32| (fields >> lowest & ((1 << bits) - 1)) as u8;
        let moment = Moment {
            year: 1980 + i64::from(field(25, 7)),
            month: field(21, 4),
            day: field(16, 5),
            hour: field(11, 5),
            minute: field(5, 6),
            second: 2 * field(0, 5),
            fraction: 0,
        };
        if moment.exists() {
            Self::Local(moment)
        } else {
            Self::NoDate
        }
    }
}

impl Moment {
    fn exists(&self) -> bool {
        let is_leap = self.year % 4 == 0 && (self.year % 100 != 0 || self.year % 400 == 0);
        let days = match self.month {
            2 if is_leap => 29,
            2 => 28,
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let is_day = (1..=days).contains(&self.day);
        is_day && self.hour < 24 && self.minute < 60 && self.second < 60
    }
}

fn utc(seconds: i64, fraction: u32) -> TimeValue {
    let (year, month, day) = date(seconds.div_euclid(DAY));
    if !YEARS.contains(&year) {
        return TimeValue::Year(year);
    }
    let second = seconds.rem_euclid(DAY).unsigned_abs();
    TimeValue::Utc(Moment {
        year,
        month,
        day,
        hour: (second / 3600) as u8,
        minute: (second / 60 % 60) as u8,
        second: (second % 60) as u8,
        fraction,
    })
}

/// The year, month and day of a number of days since the start of 1970. Years begin in March
/// here, so that the leap day is a year's last; 400 years have 146097 days.
fn date(days: i64) -> (i64, u8, u8) {
    const ERA: i64 = 146_097;
    let days = days + 719_468;
    let era = days.div_euclid(ERA);
    let day = days.rem_euclid(ERA).unsigned_abs();
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    (
        era * 400 + year.cast_signed() + next,
        month as u8,
        day as u8,
    )
}

impl fmt::Display for TimeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Utc(moment) => write!(f, "{moment} UTC"),
            Self::Local(moment) => write!(f, "{moment}"),
            Self::Year(year) => write!(f, "in the year {year}"),
            Self::NoDate => f.write_str("no date"),
        }
    }
}

impl fmt::Display for Moment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            year, month, day, ..
        } = self;
        write!(f, "{year:04}-{month:02}-{day:02} ")?;
        let Self {
            hour,
            minute,
            second,
            ..
        } = self;
        write!(f, "{hour:02}:{minute:02}:{second:02}")?;
        match self.fraction {
            0 => Ok(()),
            fraction => write!(f, ".{fraction:07}"),
        }
    }
}
