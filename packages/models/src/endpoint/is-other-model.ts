/**
 * True if the model that answered is not the requested one. Dated and qualified forms of a name count as the same
 * model: providers resolve aliases, and add or omit their own name.
 */
export function isOtherModel(asked: string, answered: string): boolean {
  if (UUID.test(asked)) return false; // a deployment id, which never matches a model name
  const [one, other] = [readName(asked), readName(answered)];
  const isSame =
    one.base === other.base &&
    isCompatible(one.version, other.version) &&
    isCompatible(one.tag, other.tag) &&
    isSuffix(one.owners, other.owners);
  return !isSame;
}

interface ModelName {
  /** `openai` in `openai/gpt-4o`. */
  readonly owners: readonly string[];
  readonly base: string;
  /** `-2024-08-06` in `gpt-4o-2024-08-06`; `undefined` for the latest version. */
  readonly version: string | undefined;
  /** `free` in `llama-3:free`. */
  readonly tag: string | undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Vendor and region prefixes of Bedrock model ids. */
const VENDOR =
  /^((us|eu|apac|global)\.)?(ai21|amazon|anthropic|cohere|deepseek|google|meta|mistral|openai|qwen)\./;
const NEWEST = /[-@:]latest$/;
/**
 * A date, a month, or a number with leading zeros or at least three digits, optionally followed by Bedrock's own
 * version; or Bedrock's version alone.
 */
const VERSION =
  /[-@](\d{4}-\d{2}(-\d{2})?|\d{2}-\d{2}(-\d{4})?|0\d+|\d{3,8})(-v\d+(:\d+)?)?$|-v\d+:\d+$/;

function readName(name: string): ModelName {
  const path = name.trim().toLowerCase().split('/');
  const last = (path.pop() ?? '').replace(VENDOR, '').replace(NEWEST, '');
  const version = VERSION.exec(last)?.[0];
  const rest = version === undefined ? last : last.slice(0, -version.length);
  // The name of a fine-tuned model includes its whole origin: ft:gpt-4o-mini:team::id.
  const at = rest.startsWith('ft:') ? -1 : rest.indexOf(':');
  return {
    owners: path.filter((part) => part !== 'models' && part !== ''),
    base: (at === -1 ? rest : rest.slice(0, at)).replaceAll('.', '-'), // claude-3.5-sonnet
    version,
    tag: at === -1 ? undefined : rest.slice(at + 1),
  };
}

/** A part that only one of the names has does not contradict the other. */
function isCompatible(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** True if the shorter list is a suffix of the longer one. */
function isSuffix(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(one.length - length).join('/') === other.slice(other.length - length).join('/');
}
