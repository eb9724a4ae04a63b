/** Enough for any demo or test; then it begins anew. */
const REMEMBERED = 10_000;

/**
 * Calls every run by its number instead of its id, which is new every time: what is drawn for
 * `<run>/<scenario>/<attempt>` then depends on the seed and on how many runs there were before.
 */
export function numberRuns(): (conversation: string) => string {
  const numbers = new Map<string, number>();
  return (conversation) => {
    const [run = '', ...place] = conversation.split('/');
    if (numbers.size > REMEMBERED) numbers.clear();
    const number = numbers.get(run) ?? numbers.size;
    numbers.set(run, number);
    return [number, ...place].join('/');
  };
}
