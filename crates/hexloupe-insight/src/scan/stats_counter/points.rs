//! Counts each code point.
//!
//! Counts of the Basic Multilingual Plane lie side by side, those beyond it in pages of 256, which
//! are allocated when one of their code points is first met. Invariant: there are at most 4,352
//! pages (9 MB), whatever the data is.

/// The largest number of pages.
const PAGES: usize = 0x1100;
/// Counts per page.
const PAGE: usize = 256;
/// Code points of the Basic Multilingual Plane.
const PLANE: usize = 0x1_0000;
/// The number of parallel counts of ASCII: a byte that repeats at once does not wait for the store
/// of its last count.
const LANES: usize = 4;

/// The count of each code point.
pub(super) struct CodePointCounts {
    /// The place of each page, counted from 1.
    places: Vec<u16>,
    pages: Vec<[u64; PAGE]>,
    ascii: [[u64; 128]; LANES],
    /// Counts of the Basic Multilingual Plane, without those counted as ASCII; empty before the
    /// first. Counts of surrogates have no meaning.
    plane: Vec<u64>,
}

impl Default for CodePointCounts {
    fn default() -> Self {
        Self {
            places: vec![0; PAGES],
            pages: Vec::new(),
            ascii: [[0; 128]; LANES],
            plane: Vec::new(),
        }
    }
}

impl CodePointCounts {
    /// Counts a code point.
    #[inline]
    pub(super) fn add(&mut self, c: char) {
        let number = u32::from(c) as usize;
        if let Some(count) = self.ascii[0].get_mut(number) {
            *count += 1;
            return;
        }
        if let Some(count) = self.plane.get_mut(number) {
            *count += 1;
            return;
        }
        let place = usize::from(self.places[number / PAGE]);
        match self.pages.get_mut(place.wrapping_sub(1)) {
            Some(page) => page[number % PAGE] += 1,
            None => self.make(number),
        }
    }

    /// Allocates the place of a code point, and counts it.
    #[cold]
    fn make(&mut self, number: usize) {
        if number < PLANE {
            self.plane.resize(PLANE, 0);
            self.plane[number] += 1;
            return;
        }
        let mut page = [0; PAGE];
        page[number % PAGE] = 1;
        self.pages.push(page);
        self.places[number / PAGE] = self.pages.len() as u16;
    }

    /// Counts characters of ASCII.
    pub(super) fn add_ascii(&mut self, text: &[u8]) {
        let mut groups = text.chunks_exact(LANES);
        for group in &mut groups {
            for (lane, byte) in self.ascii.iter_mut().zip(group) {
                lane[usize::from(byte & 0x7F)] += 1;
            }
        }
        for byte in groups.remainder() {
            self.ascii[0][usize::from(byte & 0x7F)] += 1;
        }
    }

    /// Counts some well-formed UTF-16.
    pub(super) fn add_units(&mut self, text: &[u16]) {
        if self.plane.is_empty() {
            self.plane.resize(PLANE, 0);
        }
        let mut has_pairs = false;
        if let Some(plane) = self.plane.first_chunk_mut::<PLANE>() {
            for unit in text {
                plane[usize::from(*unit)] += 1;
                has_pairs |= unit & 0xF800 == 0xD800;
            }
        }
        if has_pairs {
            let pairs = text.windows(2).filter(|two| two[0] & 0xFC00 == 0xD800);
            for pair in pairs {
                let c = char::decode_utf16(pair.iter().copied()).next();
                if let Some(Ok(c)) = c {
                    self.add(c);
                }
            }
        }
    }

    /// Counts `count` NULs.
    pub(super) fn add_nuls(&mut self, count: u64) {
        self.ascii[0][0] += count;
    }

    /// Counts a code point `count` times.
    pub(super) fn add_many(&mut self, c: char, count: u64) {
        if count == 0 {
            return;
        }
        self.add(c);
        let number = u32::from(c) as usize;
        let more = count - 1;
        if let Some(sum) = self.ascii[0].get_mut(number) {
            *sum += more;
            return;
        }
        if let Some(sum) = self.plane.get_mut(number) {
            *sum += more;
            return;
        }
        let place = usize::from(self.places[number / PAGE]);
        if let Some(page) = self.pages.get_mut(place.wrapping_sub(1)) {
            page[number % PAGE] += more;
        }
    }

    /// Adds the counts of another.
    pub(super) fn merge(&mut self, other: &Self) {
        for (c, count) in other.each() {
            self.add_many(c, count);
        }
    }

    /// The count of a code point.
    pub(super) fn count(&self, c: char) -> u64 {
        let number = u32::from(c) as usize;
        let of_plane = self.plane.get(number).copied().unwrap_or(0);
        if c.is_ascii() {
            let lanes = self.ascii.iter().map(|lane| lane[number]);
            return of_plane + lanes.sum::<u64>();
        }
        if number < PLANE {
            return of_plane;
        }
        let place = usize::from(self.places[number / PAGE]);
        let page = self.pages.get(place.wrapping_sub(1));
        page.map_or(0, |page| page[number % PAGE])
    }

    /// The code points that occur, in order, with their counts.
    pub(super) fn each(&self) -> impl Iterator<Item = (char, u64)> + '_ {
        let of_plane = |page: usize| self.plane.get(page * PAGE..(page + 1) * PAGE);
        let is_any = move |page: usize| {
            { of_plane(page) }.is_some_and(|all| all.iter().any(|count| *count > 0))
        };
        let met = move |page: &usize| *page == 0 || self.places[*page] > 0 || is_any(*page);
        let pages = (0..PAGES).filter(met);
        let numbers = pages.flat_map(|page| page * PAGE..(page + 1) * PAGE);
        let chars = numbers.filter_map(|number| char::from_u32(number as u32));
        chars
            .map(|c| (c, self.count(c)))
            .filter(|(_, count)| *count > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_point_has_a_count_of_its_own() {
        let mut points = CodePointCounts::default();
        let all = || '\0'..=char::MAX;
        for c in all().chain(all().step_by(7)) {
            points.add(c);
        }
        points.add_ascii(b"the quick ");
        let units: Vec<u16> = "brown fox".encode_utf16().collect();
        points.add_units(&units);
        assert_eq!(points.pages.len(), PAGES - PLANE / PAGE);
        let mut met = points.each();
        for (index, c) in all().enumerate() {
            let ascii = "the quick brown fox".matches(c).count() as u64;
            let expected = 1 + u64::from(index % 7 == 0) + ascii;
            assert_eq!(
                (met.next(), points.count(c)),
                (Some((c, expected)), expected)
            );
        }
        assert_eq!(met.next(), None);
    }
}
