/** Makes so many calls, so many at a time: each lane makes the next one when its last is done. */
export async function inLanes(
  { calls, atOnce }: { readonly calls: number; readonly atOnce: number },
  call: () => Promise<unknown>,
): Promise<void> {
  let left = calls;
  const lane = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await call();
    }
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
}
