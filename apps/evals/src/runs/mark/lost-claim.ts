/** Somebody else marks the run by now, or nobody should. */
export class LostClaim extends Error {
  constructor() {
    super('the claim on the marks of a run is lost');
    this.name = 'LostClaim';
  }
}
