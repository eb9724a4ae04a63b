/** Somebody else grades the run by now, or nobody should. */
export class LostClaim extends Error {
  constructor() {
    super('the claim on the grades of a run is lost');
    this.name = 'LostClaim';
  }
}
