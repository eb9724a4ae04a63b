/** The result of a grader's work, or why it was left out. */
type Spent<T> = { readonly done: T } | { readonly failure: string };

/** Limits the processor time that graders spend on one subject: a text can be written to take any time. */
export interface Budget {
  spend<T>(grader: string, work: () => T): Spent<T>;
}

export const UNLIMITED: Budget = { spend: (_, work) => ({ done: work() }) };

/** What a grader did not finish; it is null, not zero, because it says nothing about the reply. */
export const OUT_OF_TIME = 'out_of_time';
