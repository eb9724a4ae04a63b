type Parameters = Readonly<Record<string, unknown>>;

/** Both names that providers know for it. */
const NAMES = ['max_tokens', 'max_completion_tokens'] as const;

/**
 * What a model may write in one answer: as many tokens as the operator allows, or fewer where the caller
 * says so, by the name the caller used. Some providers refuse a request that has both.
 */
export function capOutput(parameters: Parameters, most: number | undefined): Parameters {
  if (most === undefined) return parameters;
  const named = NAMES.filter((name) => (parameters[name] ?? null) !== null);
  const wanted = named.length === 0 ? (['max_tokens'] as const) : named;
  const caps = wanted.map((name) => [name, fits(parameters[name], most) ? parameters[name] : most]);
  return { ...parameters, ...Object.fromEntries(caps) };
}

/** What is no count is no limit either: to some, -1 means without end. */
function fits(count: unknown, most: number): boolean {
  return typeof count === 'number' && count >= 1 && count <= most;
}
