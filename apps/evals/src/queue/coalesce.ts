/** Batches the items that arrive while a batch is being sent. Each caller waits for its own batch. */
export function coalesce<T>(
  send: (items: readonly T[]) => Promise<void>,
): (items: readonly T[]) => Promise<void> {
  let next: { readonly items: T[]; readonly sent: PromiseWithResolvers<void> } | undefined;
  let isSending = false;

  async function flush(): Promise<void> {
    isSending = true;
    while (next !== undefined) {
      const { items, sent } = next;
      next = undefined;
      await send(items).then(sent.resolve, sent.reject);
    }
    isSending = false;
  }

  return (items) => {
    if (items.length === 0) return Promise.resolve();
    next ??= { items: [], sent: Promise.withResolvers() };
    next.items.push(...items);
    const { promise } = next.sent;
    if (!isSending) void flush();
    return promise;
  };
}
