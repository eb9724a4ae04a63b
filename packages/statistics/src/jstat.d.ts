/** jstat ships no types; this is the part of it that we use. */
declare module 'jstat' {
  const jstat: {
    readonly jStat: {
      readonly studentt: { inv(probability: number, degreesOfFreedom: number): number };
    };
  };
  export default jstat;
}
