import { useImperativeHandle, useRef, useState, type ReactNode, type Ref } from 'react';
import type { LineFinding } from '../batch/batch-types.ts';

export interface EditorHandle {
  /** Moves the caret to the start of a line. */
  goTo(line: number): void;
  /** Replaces the selection by a text that may depend on the text before it. */
  insert(write: (before: string) => string): void;
}

interface JsonEditorProps {
  readonly ref: Ref<EditorHandle>;
  readonly label: string;
  readonly placeholder: string;
  readonly visibleLines: number;
  readonly text: string;
  readonly onChange: (text: string) => void;
  readonly findings: readonly LineFinding[];
  readonly describedBy: string;
}

const LINE_PX = 20;
const PADDING_PX = 8;

/** A JSON editor with line numbers and icons on lines with findings. */
export function JsonEditor(props: JsonEditorProps): ReactNode {
  const { ref, label, placeholder, visibleLines, text, onChange, findings, describedBy } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  const [scrollTop, setScrollTop] = useState(0);
  useImperativeHandle(ref, () => ({
    goTo(line) {
      const at = lineOffset(text, line);
      area.current?.focus();
      area.current?.setSelectionRange(at, at);
      area.current?.scrollTo({ top: Math.max(0, (line - visibleLines / 2) * LINE_PX) });
    },
    insert(write) {
      const { current } = area;
      if (current === null) return;
      const { selectionStart: start, selectionEnd: end } = current;
      const added = write(text.slice(0, start));
      current.focus();
      current.setRangeText(added, start, end, 'end');
      onChange(current.value);
    },
  }));
  return (
    <div
      className="flex overflow-hidden rounded-md border border-line bg-bg focus-within:border-accent"
      style={{ height: visibleLines * LINE_PX + 2 * PADDING_PX }}
    >
      <Gutter count={text.split('\n').length} {...{ scrollTop, findings, visibleLines }} />
      <textarea
        ref={area}
        aria-label={label}
        aria-describedby={describedBy}
        value={text}
        onChange={({ target }) => onChange(target.value)}
        onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
        wrap="off"
        spellCheck={false}
        placeholder={placeholder}
        className="min-w-0 flex-1 resize-none overflow-auto bg-transparent px-2 py-2 font-mono text-[13px] leading-5 outline-none"
      />
    </div>
  );
}

interface GutterProps {
  readonly count: number;
  readonly scrollTop: number;
  readonly findings: readonly LineFinding[];
  readonly visibleLines: number;
}

/** Draws only the visible line numbers: a batch can have a hundred thousand lines. */
function Gutter({ count, scrollTop, findings, visibleLines }: GutterProps): ReactNode {
  const first = Math.floor(scrollTop / LINE_PX);
  const seen = Math.min(visibleLines + 2, count - first);
  const levels = new Map(findings.map(({ line, level }) => [line, level]));
  return (
    <div
      aria-hidden
      className="relative w-12 shrink-0 overflow-hidden border-r border-line bg-raised font-mono text-xs text-dim"
    >
      <div
        className="absolute right-2 left-0 text-right"
        style={{ top: PADDING_PX + first * LINE_PX - scrollTop }}
      >
        {Array.from({ length: Math.max(0, seen) }, (_, at) => {
          const line = first + at + 1;
          return (
            <div key={line} style={{ height: LINE_PX, lineHeight: `${LINE_PX}px` }}>
              <LineIcon level={levels.get(line)} />
              {line}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function LineIcon({ level }: { readonly level: LineFinding['level'] | undefined }): ReactNode {
  if (level === undefined) return null;
  return level === 'error' ? (
    <span className="mr-1 font-bold text-bad">✗</span>
  ) : (
    <span className="mr-1 font-bold text-warn">!</span>
  );
}

function lineOffset(text: string, line: number): number {
  let at = 0;
  for (let number = 1; number < line; number += 1) {
    const next = text.indexOf('\n', at);
    if (next < 0) return at;
    at = next + 1;
  }
  return at;
}
