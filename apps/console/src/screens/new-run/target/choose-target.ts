import type { Target } from '@fairtrial/contracts';
import { isTemplate } from '@fairtrial/contracts/plain';
import { compact } from '../../../format/read-fields.ts';
import type { ProtocolChoice } from '../new-run-search.ts';
import { toOwnRequest, toTarget, type OwnRequest } from './own-request.ts';

/** The fields of the form that say how the endpoint is called. */
export interface TargetFields {
  /** `undefined` for the value of the batch. */
  readonly protocol: ProtocolChoice | undefined;
  /** The path of the reply text in a response, as a JSON Pointer. Empty for the value of the batch. */
  readonly reply: string;
  /** The name of a stored target. Empty if none is chosen. */
  readonly target: string;
  /** Kept as a draft, because it is too long for a URL. Not used with a stored target. */
  readonly own: OwnRequest;
}

type Batch = Readonly<Record<string, unknown>>;

/** Protocol and target of the endpoint, for a run and its test call: from the form, otherwise from the batch. */
export function readTarget(
  { protocol, reply, target, own }: TargetFields,
  batch: Batch = {},
): Batch {
  const chosen = protocol ?? batch['protocol'];
  if (target !== '') return compact({ protocol: chosen, target });
  if (own.isUsed) {
    const described = toTarget(own);
    const isOwnProtocol = described !== undefined && isTemplate(described);
    return compact({ protocol: isOwnProtocol ? undefined : chosen, target: described });
  }
  if (reply.trim() === '') return compact({ protocol: chosen, target: batch['target'] });
  return compact({
    protocol: chosen,
    target: { ...fieldsOf(batch['target']), reply: reply.trim() },
  });
}

function fieldsOf(target: unknown): Batch {
  return typeof target === 'object' && target !== null ? (target as Batch) : {};
}

/** Takes over the target of a request. A target that the form cannot show stays in the batch. */
export function fillTarget(form: TargetFields, target: unknown): Partial<TargetFields> {
  if (target === undefined) return {};
  const own = { ...form.own, isUsed: false };
  if (typeof target === 'string') return { target, own };
  const { reply, ...rest } = fieldsOf(target);
  if (typeof reply === 'string' && Object.keys(rest).length === 0)
    return { target: '', own, reply };
  return { target: '', reply: '', own: toOwnRequest(target) ?? own };
}

/** The target that is called now, as the fields of an own request; `undefined` if the address decides. */
export function copyTarget(
  form: TargetFields,
  stored: Target | undefined,
  batch: Batch = {},
): OwnRequest | undefined {
  if (form.target !== '') {
    const copy = toOwnRequest(stored);
    return copy && { ...copy, name: form.target };
  }
  if (form.own.isUsed) return form.own;
  const { reply: _, ...rest } = fieldsOf(batch['target']);
  return Object.keys(rest).length === 0
    ? undefined
    : toOwnRequest(readTarget(form, batch)['target']);
}

/** Pointers that a test call proposes. */
export interface Proposal {
  readonly reply?: string;
  readonly session?: string;
}

/** The change of the form that uses a proposed pointer. A stored target is copied, never changed. */
export function adoptProposal(
  own: OwnRequest | undefined,
  { reply, session }: Proposal,
): Partial<TargetFields> {
  if (own === undefined) return compact({ reply });
  const isStream = own.stream !== '';
  const change: Partial<OwnRequest> = compact({
    [isStream ? 'stream' : 'reply']: reply,
    sessionFrom: session,
    session: own.session === 'none' && session !== undefined ? ('reply' as const) : undefined,
  });
  return { target: '', own: { ...own, ...change, isUsed: true } };
}
