/** What people said of a reply, and what the judge said. */
export interface JudgedPair {
  readonly human: boolean;
  readonly judge: boolean;
}

export interface JudgeRates {
  /** Of the replies that people passed, the share that the judge passed; undefined without any. */
  readonly tpr: number | undefined;
  /** Of those that people failed, the share that the judge failed. */
  readonly tnr: number | undefined;
}

/** How far a judge can be trusted, by labels of people. */
export function judgeRates(pairs: Iterable<JudgedPair>): JudgeRates {
  const good = { n: 0, agreed: 0 };
  const bad = { n: 0, agreed: 0 };
  for (const { human, judge } of pairs) {
    const side = human ? good : bad;
    side.n += 1;
    if (judge === human) side.agreed += 1;
  }
  return {
    tpr: good.n === 0 ? undefined : good.agreed / good.n,
    tnr: bad.n === 0 ? undefined : bad.agreed / bad.n,
  };
}
