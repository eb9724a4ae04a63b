import { useMemo, type ReactNode } from 'react';
import {
  parseMarkdown,
  type MarkdownElement,
  type MarkdownNode,
} from '../format/parse-markdown.ts';
import { ScrollRegion } from './scroll-region.tsx';

/** Renders Markdown of a model as elements that contain only text: no HTML, no clickable link, no image. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  const nodes = useMemo(() => parseMarkdown(text), [text]);
  if (nodes === undefined) {
    return (
      <>
        <p className="text-[13px] text-dim">
          This is not formatted, because it is too long or too nested.
        </p>
        <p className="text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">{text}</p>
      </>
    );
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[15px] leading-7 wrap-anywhere whitespace-pre-wrap">
      <Nodes nodes={nodes} />
    </div>
  );
}

function Nodes({ nodes }: { readonly nodes: readonly MarkdownNode[] }): ReactNode {
  return nodes.map((node, at) =>
    typeof node === 'string' ? node : <Element key={at} element={node} />,
  );
}

const STYLES: Partial<Record<MarkdownElement['tag'], string>> = {
  blockquote: 'space-y-2 border-l-2 border-line pl-3 text-dim',
  code: 'rounded bg-raised px-1 font-mono text-[13px]',
  hr: 'border-line',
  li: 'space-y-2',
  ol: 'list-decimal pl-6 has-[>li>p]:space-y-2',
  pre: 'rounded bg-raised p-2 font-mono text-[13px] leading-5',
  small: 'block font-sans text-xs text-dim',
  table: 'w-full text-sm',
  td: 'border-b border-line py-1 pr-3 align-top wrap-break-word',
  th: 'border-b border-line py-1 pr-3 text-left wrap-break-word',
  ul: 'list-disc pl-6 has-[>li>p]:space-y-2',
};
const HEADINGS: Readonly<Record<number, string>> = { 1: 'text-xl', 2: 'text-lg' };

function Element({ element }: { readonly element: MarkdownElement }): ReactNode {
  const { tag: Tag, children, level, start, align } = element;
  const shown = (
    <Tag
      className={level === undefined ? STYLES[Tag] : `font-semibold ${HEADINGS[level] ?? ''}`}
      start={start}
      style={align && { textAlign: align }}
      scope={Tag === 'th' ? 'col' : undefined}
    >
      {children.length > 0 ? <Nodes nodes={children} /> : undefined}
    </Tag>
  );
  return Tag === 'table' ? <ScrollRegion label="Table">{shown}</ScrollRegion> : shown;
}
