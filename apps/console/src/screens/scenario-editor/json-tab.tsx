import { useId, useRef, type ReactNode } from 'react';
import { JsonEditor, type EditorHandle } from '../../parts/json-editor.tsx';
import type { EditorState } from './use-editor.ts';

const VISIBLE_LINES = 28;

/** The scenario as JSON, with its mistakes by line. */
export function JsonTab({ editor }: { readonly editor: EditorState }): ReactNode {
  const { json, editJson } = editor;
  const area = useRef<EditorHandle>(null);
  const findingsId = useId();
  return (
    <div className="grid gap-2">
      <JsonEditor
        ref={area}
        label="Scenario as JSON"
        placeholder="Paste a scenario."
        visibleLines={VISIBLE_LINES}
        text={json.text}
        onChange={editJson}
        findings={json.findings}
        describedBy={findingsId}
      />
      <div id={findingsId} role="status">
        {!json.isReadable && (
          <p className="font-medium text-bad">
            ✗ This cannot be shown as a form yet. Correct the lines below, or undo.
          </p>
        )}
        <ul className="grid gap-1">
          {json.findings.map(({ level, line, text }) => (
            <li key={`${line} ${text}`}>
              <button
                type="button"
                onClick={() => area.current?.goTo(line)}
                className="w-full rounded-md px-2 py-1 text-left wrap-anywhere hover:bg-raised"
              >
                <span className={level === 'error' ? 'text-bad' : 'text-warn'}>
                  {level === 'error' ? '✗' : '!'}
                </span>{' '}
                <span className="font-medium">line {line}</span>: {text}
              </button>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
