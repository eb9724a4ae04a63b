import type { TraceMessage, TraceSpan } from './span-content.ts';

/** A message of the assembled conversation, with what is known about the call that returned it. */
export interface AssembledMessage extends TraceMessage, CallFacts {}

interface CallFacts {
  readonly model: string | undefined;
  readonly latencyMs: number | undefined;
  readonly error: string | undefined;
}

/** A message in its place. Ranks ascend in the order of the conversation. */
interface Entry {
  message: AssembledMessage;
  rank: number;
  previous: Entry | undefined;
  next: Entry | undefined;
}

/** Later messages of a longer conversation are left out. */
const MAX_MESSAGES = 5000;
const NS_PER_MS = 1e6;

/**
 * The messages of a conversation, to which calls are added in the order of time. Calls of a long conversation send
 * thousands of messages each, so finding and inserting one must not depend on how many there are.
 */
export class Timeline {
  #first: Entry | undefined;
  #last: Entry | undefined;
  #firstSpoken: Entry | undefined;
  #hasSystem = false;
  #size = 0;
  /** The messages with a key, in the order of the conversation. */
  #entries = new Map<string, Entry[]>();

  get messages(): readonly AssembledMessage[] {
    const messages: AssembledMessage[] = [];
    for (let at = this.#first; at; at = at.next) messages.push(at.message);
    return messages;
  }

  addCall({ content, startedNs, endedNs }: TraceSpan): void {
    const last = this.#addInput(content.input);
    const about = {
      model: content.kind === 'tool' ? undefined : content.model,
      latencyMs: Number(endedNs - startedNs) / NS_PER_MS,
      error: content.error,
    };
    const [reply] = content.output;
    if (content.kind === 'tool' && reply && this.#describeResult(reply, about)) return;
    // A reply that is there already was recorded twice, or is the same as before.
    if (reply && last?.next && haveSameKey(reply, last.next.message)) return;
    this.#addOutput(content.output, about);
  }

  #addOutput(output: readonly TraceMessage[], about: CallFacts): void {
    const [reply] = output;
    for (const message of output) {
      const isReply = message === reply || message.role === 'assistant';
      this.#add({ ...message, ...(isReply ? about : UNKNOWN) }, undefined);
    }
    if (reply === undefined && about.error !== undefined) {
      this.#add({ ...FAILED, ...about }, undefined);
    }
  }

  /** True if the result of the tool is known from a model call; what its own span says is added. */
  #describeResult(result: TraceMessage, about: CallFacts): boolean {
    const entry = this.#entries.get(`tool call ${result.callId ?? ''}`)?.[0];
    if (entry === undefined) return false;
    const { message } = entry;
    entry.message = { ...message, ...about, tool: message.tool ?? result.tool };
    return true;
  }

  /** Adds the messages that are new: in front of the known one that follows, else at the end. Returns the last one. */
  #addInput(input: readonly TraceMessage[]): Entry | undefined {
    const hasSystem = this.#hasSystem;
    const sent = input.filter(({ role }) => !(hasSystem && role === 'system'));
    const known = this.#match(sent);
    const lastKnown = known.findLastIndex((entry) => entry !== undefined);
    let last = known[lastKnown];
    let waiting: TraceMessage[] = [];
    for (const [at, message] of sent.entries()) {
      const entry = known[at];
      if (at > lastKnown) last = this.#add({ ...message, ...UNKNOWN }, undefined);
      else if (entry === undefined) waiting.push(message);
      else {
        for (const one of waiting) this.#add({ ...one, ...UNKNOWN }, entry);
        waiting = [];
      }
    }
    return last;
  }

  /** Returns the entry of each message that is known, in the order of the conversation. */
  #match(sent: readonly TraceMessage[]): readonly (Entry | undefined)[] {
    let after = Number.NEGATIVE_INFINITY;
    const known = sent.map((message) => {
      const entry = this.#find(message, after);
      if (entry !== undefined) after = entry.rank;
      return entry;
    });
    // A single user message is the beginning, or else a new message with the text of an earlier one.
    const spoken = sent.flatMap(({ role }, at) => (role === 'system' ? [] : [at]));
    const [only = -1] = spoken;
    const isOnly = spoken.length === 1 && sent[only]?.role === 'user';
    return isOnly && known[only] !== this.#firstSpoken ? known.with(only, undefined) : known;
  }

  #find(message: TraceMessage, after: number): Entry | undefined {
    for (const key of keysOf(message)) {
      const entries = this.#entries.get(key) ?? [];
      const entry = entries[countUpTo(entries, after)];
      if (entry !== undefined) return entry;
    }
    return undefined;
  }

  /** Adds a message in front of `next`, or at the end. Returns the last message if there is no room for another. */
  #add(message: AssembledMessage, next: Entry | undefined): Entry | undefined {
    if (this.#size >= MAX_MESSAGES) return this.#last;
    const previous = next === undefined ? this.#last : next.previous;
    const entry: Entry = { message, rank: this.#rankBetween(previous, next), previous, next };
    if (previous === undefined) this.#first = entry;
    else previous.next = entry;
    if (next === undefined) this.#last = entry;
    else next.previous = entry;
    this.#size += 1;
    if (message.role === 'system') this.#hasSystem = true;
    else if ((this.#firstSpoken?.rank ?? Number.POSITIVE_INFINITY) > entry.rank) {
      this.#firstSpoken = entry;
    }
    for (const key of keysOf(message)) {
      const entries = this.#entries.get(key);
      if (entries === undefined) this.#entries.set(key, [entry]);
      else entries.splice(countUpTo(entries, entry.rank), 0, entry);
    }
    return entry;
  }

  #rankBetween(previous: Entry | undefined, next: Entry | undefined): number {
    if (next === undefined) return (previous?.rank ?? 0) + 1;
    if (previous === undefined) return next.rank - 1;
    const rank = (previous.rank + next.rank) / 2;
    if (rank > previous.rank && rank < next.rank) return rank;
    // After about 50 messages in one place there is no number between the two.
    let position = 0;
    for (let at = this.#first; at; at = at.next) at.rank = position++;
    return (previous.rank + next.rank) / 2;
  }
}

/** The number of entries up to a rank. */
function countUpTo(entries: readonly Entry[], rank: number): number {
  let low = 0;
  let high = entries.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((entries[middle]?.rank ?? rank) <= rank) low = middle + 1;
    else high = middle;
  }
  return low;
}

const UNKNOWN = { model: undefined, latencyMs: undefined, error: undefined };
const FAILED: TraceMessage = {
  role: 'assistant',
  text: '',
  toolCalls: [],
  callId: undefined,
  tool: undefined,
};

/** Placeholders of redaction are numbered per request, so their numbers say nothing. */
const PLACEHOLDER = /\[([a-z][a-z -]{0,40}) \d+\]/g;

/** Messages with a common key are the same message. Results of tools are known by their call, or by their text. */
function keysOf({ role, text, toolCalls, callId }: TraceMessage): readonly string[] {
  const normal = text.replaceAll(PLACEHOLDER, '[$1]').replaceAll(/\s+/g, ' ').trim();
  if (role === 'tool') {
    const byText = normal === '' ? [] : [`tool text ${normal}`];
    return callId === undefined ? byText : [`tool call ${callId}`, ...byText];
  }
  const calls = toolCalls.map(({ name, arguments: args }) => `${name} ${args}`);
  const called = calls.join('\n').replaceAll(PLACEHOLDER, '[$1]');
  return [`${role} ${normal}\n${called}`];
}

function haveSameKey(a: TraceMessage, b: TraceMessage): boolean {
  const keys = new Set(keysOf(a));
  return keysOf(b).some((key) => keys.has(key));
}
