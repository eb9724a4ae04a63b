/**
 * Whether the name of the model that answered is that of another model than the one that was asked for. A dated or
 * qualified form of the same name is the same model: providers resolve aliases, and leave out or add their own name.
 */
export function isOtherModel(asked: string, answered: string): boolean {
  if (UUID.test(asked)) return false; // stands for a model of another name
  const [one, other] = [readName(asked), readName(answered)];
  const isSame =
    one.base === other.base &&
    isCompatible(one.version, other.version) &&
    isCompatible(one.tag, other.tag) &&
    isSuffix(one.owners, other.owners);
  return !isSame;
}

interface ModelName {
  /** openai of openai/gpt-4o. */
  readonly owners: readonly string[];
  readonly base: string;
  /** 2024-08-06 of gpt-4o-2024-08-06; undefined if the newest is meant. */
  readonly version: string | undefined;
  /** free of llama-3:free. */
  readonly tag: string | undefined;
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Names of companies and regions that Bedrock puts before a name. */
const VENDOR =
  /^((us|eu|apac|global)\.)?(ai21|amazon|anthropic|cohere|deepseek|google|meta|mistral|openai|qwen)\./;
const NEWEST = /[-@:]latest$/;
/** A date, a month, or a number with leading zeros or three and more digits, with Bedrock's own version behind it or alone. */
const VERSION =
  /[-@](\d{4}-\d{2}(-\d{2})?|\d{2}-\d{2}(-\d{4})?|0\d+|\d{3,8})(-v\d+(:\d+)?)?$|-v\d+:\d+$/;

function readName(name: string): ModelName {
  const path = name.trim().toLowerCase().split('/');
  const last = (path.pop() ?? '').replace(VENDOR, '').replace(NEWEST, '');
  const version = VERSION.exec(last)?.[0];
  const rest = version === undefined ? last : last.slice(0, -version.length);
  // A fine-tuned model has its whole origin in its name: ft:gpt-4o-mini:team::id.
  const at = rest.startsWith('ft:') ? -1 : rest.indexOf(':');
  return {
    owners: path.filter((part) => part !== 'models' && part !== ''),
    base: (at === -1 ? rest : rest.slice(0, at)).replaceAll('.', '-'), // claude-3.5-sonnet
    version,
    tag: at === -1 ? undefined : rest.slice(at + 1),
  };
}

/** What only one of the two says contradicts nothing. */
function isCompatible(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** Whether the shorter list is the end of the longer one. */
function isSuffix(one: readonly string[], other: readonly string[]): boolean {
  const length = Math.min(one.length, other.length);
  return one.slice(one.length - length).join('/') === other.slice(other.length - length).join('/');
}
