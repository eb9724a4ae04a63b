import { useState } from 'react';

const PREFIX = 'fairtrial-draft-';

/** Drafts are kept in session storage, for the lifetime of the tab. */
export function readDraft(name: string): string {
  return window.sessionStorage.getItem(PREFIX + name) ?? '';
}

export function writeDraft(name: string, text: string): void {
  try {
    window.sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Too large to store: a reload loses the draft.
    window.sessionStorage.removeItem(PREFIX + name);
  }
}

/** Text that survives a reload. */
export function useDraft(name: string): readonly [string, (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  return [
    text,
    (next) => {
      writeDraft(name, next);
      setText(next);
    },
  ];
}
