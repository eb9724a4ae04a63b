import { useState } from 'react';

const PREFIX = 'assay-draft-';

/** What somebody has written lives as long as the tab. */
export function readDraft(name: string): string {
  return window.sessionStorage.getItem(PREFIX + name) ?? '';
}

export function writeDraft(name: string, text: string): void {
  try {
    window.sessionStorage.setItem(PREFIX + name, text);
  } catch {
    // Too large to be kept: it is on the page, and a reload asks for it again.
    window.sessionStorage.removeItem(PREFIX + name);
  }
}

/** Text that a reload does not lose. */
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
