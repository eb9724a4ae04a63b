/** Work side by side, no more than so much at once. */
export interface Pool {
  /** Waits for a place. Throws where something that was begun earlier has failed. */
  begin(task: () => Promise<void>): Promise<void>;
  /** Waits for all of it; throws what the first that failed threw. */
  drain(): Promise<void>;
}

export function createPool(width: number): Pool {
  const underWay = new Set<Promise<void>>();
  let fault: { readonly error: unknown } | undefined;

  async function attempt(task: () => Promise<void>): Promise<void> {
    try {
      await task();
    } catch (error) {
      fault ??= { error };
    }
  }

  function throwFault(): void {
    if (fault !== undefined) throw fault.error;
  }

  return {
    async begin(task) {
      throwFault();
      const work = attempt(task).finally(() => underWay.delete(work));
      underWay.add(work);
      while (underWay.size >= width) await Promise.race(underWay);
    },
    async drain() {
      await Promise.all(underWay);
      throwFault();
    },
  };
}
