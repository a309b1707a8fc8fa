//! Work on numbers, by one thread and by several.

use super::*;
use std::panic::{AssertUnwindSafe, catch_unwind};

const DEALS: [ItemDistribution; 2] = [ItemDistribution::WhoeverIsFree, ItemDistribution::InTurn];

/// Returns each number below `count` up to three times: its remainder by four.
fn numbers(count: u64) -> impl Fn(&mut OrderedWorker<'_, u64>) + Sync {
    move |worker| {
        while let Some(item) = worker.item().filter(|item| *item < count) {
            for _ in 0..item % 4 {
                if !worker.give(item) {
                    return;
                }
            }
        }
    }
}

#[test]
fn results_are_those_of_one_thread() {
    for deal in DEALS {
        for threads in 1..6 {
            for count in 0..40 {
                let mut taken = Vec::new();
                let (end, answers) = run(threads, deal, numbers(count), |number| {
                    taken.extend(number);
                    ControlFlow::<()>::Continue(())
                });
                let expected = (0..count).flat_map(|item| (0..item % 4).map(move |_| item));
                assert_eq!(taken, expected.collect::<Vec<_>>(), "{deal:?} {threads}");
                assert!(end.is_continue());
                assert_eq!(answers.len() as u64, threads);
            }
        }
    }
}

#[test]
fn who_takes_no_more_ends_the_work_of_all() {
    for deal in DEALS {
        let mut count = 0;
        let (end, _) = run(3, deal, numbers(u64::MAX), |number| {
            count += u64::from(number.is_some());
            if count == 50 {
                ControlFlow::Break(number)
            } else {
                ControlFlow::Continue(())
            }
        });
        assert!(matches!(end, ControlFlow::Break(Some(_))));
    }
}

#[test]
fn a_panic_ends_the_work_of_all_behind_what_was_made_before() {
    for deal in DEALS {
        for threads in 1..5 {
            for fatal in [0, 1, 7, 20] {
                let mut taken = Vec::new();
                let work = |worker: &mut OrderedWorker<'_, u64>| {
                    while let Some(item) = worker.item() {
                        assert_ne!(item, fatal, "a panic that is meant");
                        worker.give(item);
                    }
                };
                let ended = catch_unwind(AssertUnwindSafe(|| {
                    run(threads, deal, work, |number| {
                        taken.extend(number);
                        ControlFlow::<()>::Continue(())
                    })
                }));
                assert!(ended.is_err());
                assert_eq!(taken, (0..fatal).collect::<Vec<_>>(), "{deal:?} {threads}");
            }
        }
    }
}

#[test]
fn a_panic_of_who_takes_ends_the_work_of_all() {
    for deal in DEALS {
        let ended = catch_unwind(AssertUnwindSafe(|| {
            run(3, deal, numbers(u64::MAX), |number| {
                assert_ne!(number, Some(9), "a panic that is meant");
                ControlFlow::<()>::Continue(())
            })
        }));
        assert!(ended.is_err());
    }
}

/// Carries the sum of the numbers so far, and returns it with each number below `count`.
fn sums(count: u64) -> impl Fn(&mut OrderedWorker<'_, (u64, u64), u64>) + Sync {
    move |worker| {
        let numbers = |item: &u64| *item < count;
        while let Some(item) = worker.item().filter(numbers) {
            let sum = worker.carry(|sum| {
                *sum += item;
                *sum
            });
            if !sum.is_some_and(|sum| worker.give((item, sum))) {
                return;
            }
        }
    }
}

#[test]
fn a_carried_value_has_passed_through_all_items_before() {
    for deal in DEALS {
        for threads in 1..6 {
            for count in 0..40 {
                let (mut taken, work) = (Vec::new(), sums(count));
                let (end, _) = run_carrying(threads, deal, 0, work, |result| {
                    taken.extend(result);
                    ControlFlow::<()>::Continue(())
                });
                let expected = (0..count).map(|item| (item, (0..=item).sum()));
                assert_eq!(taken, expected.collect::<Vec<_>>(), "{deal:?} {threads}");
                assert!(end.is_continue());
            }
        }
    }
}

#[test]
fn nobody_waits_for_the_item_of_a_panicked_thread() {
    for deal in DEALS {
        for threads in 1..5 {
            for fatal in [0, 1, 7, 20] {
                let mut taken = Vec::new();
                let work = |worker: &mut OrderedWorker<'_, u64, u64>| {
                    while let Some(item) = worker.item() {
                        let carried = worker.carry(|sum| {
                            assert_ne!(item, fatal, "a panic that is meant");
                            *sum += 1;
                            *sum
                        });
                        let Some(sum) = carried else { return };
                        worker.give(sum);
                    }
                };
                let ended = catch_unwind(AssertUnwindSafe(|| {
                    run_carrying(threads, deal, 0, work, |sum| {
                        taken.extend(sum);
                        ControlFlow::<()>::Continue(())
                    })
                }));
                assert!(ended.is_err());
                assert_eq!(taken, (1..=fatal).collect::<Vec<_>>(), "{deal:?} {threads}");
            }
        }
    }
}

#[test]
fn items_that_are_told_one_by_one_go_with_their_numbers() {
    for threads in 1..6 {
        for count in 0..40_u64 {
            let items = Mutex::new(0..count);
            let mut taken = Vec::new();
            let work = |worker: &mut OrderedWorker<'_, u64>| {
                while let Some(item) = worker.item_of(&items) {
                    worker.give(item);
                }
            };
            let (end, _) = run(threads, ItemDistribution::WhoeverIsFree, work, |item| {
                taken.extend(item);
                ControlFlow::<()>::Continue(())
            });
            assert_eq!(taken, (0..count).collect::<Vec<_>>(), "{threads}");
            assert!(end.is_continue());
        }
    }
}

/// The first item returns nothing until the second has returned a hundred results, which are
/// absorbed by those that wait.
#[test]
fn who_is_not_in_turn_waits_for_nobody_where_results_are_absorbed() {
    let (told, heard) = std::sync::mpsc::channel();
    let heard = Mutex::new(heard);
    let mut taken = Vec::new();
    let work = |worker: &mut OrderedWorker<'_, Vec<u64>>| match worker.item() {
        Some(0) => {
            let heard = heard.lock().unwrap_or_else(PoisonError::into_inner);
            assert_eq!(heard.recv(), Ok(()));
            worker.give(vec![0]);
            worker.end_item();
        }
        Some(1) => {
            for number in 1..=100 {
                worker.add(vec![number], |waiting, mut more| {
                    waiting.append(&mut more);
                    None
                });
            }
            worker.end_item();
            assert_eq!(told.send(()), Ok(()));
        }
        _ => {}
    };
    let (end, _) = run(2, ItemDistribution::InTurn, work, |results| {
        taken.extend(results.into_iter().flatten());
        ControlFlow::<()>::Continue(())
    });
    assert!(end.is_continue());
    assert_eq!(taken, (0..=100).collect::<Vec<_>>());
}
