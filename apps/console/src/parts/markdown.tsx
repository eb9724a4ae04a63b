import type { ReactNode } from 'react';
import { parseInline, parseMarkdown, type Block, type Inline } from '../format/parse-markdown.ts';

/** Renders Markdown of a model as elements that contain only text: no HTML, no clickable link, no image. */
export function Markdown({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2 text-[15px] leading-7 wrap-anywhere">
      {parseMarkdown(text).map((block, at) => (
        <BlockView key={at} block={block} />
      ))}
    </div>
  );
}

function BlockView({ block }: { readonly block: Block }): ReactNode {
  if (block.kind === 'list') return <ListView block={block} />;
  if (block.kind === 'table') return <TableView rows={block.rows} />;
  if (block.kind === 'code') {
    return (
      <pre className="rounded bg-raised p-2 font-mono text-[13px] leading-5 wrap-anywhere whitespace-pre-wrap">
        {block.text}
      </pre>
    );
  }
  if (block.kind === 'heading') {
    // Not a heading element: model output is not part of the page's outline.
    return (
      <p className={`font-semibold ${block.level < 3 ? 'text-lg' : ''}`}>
        <Line text={block.text} />
      </p>
    );
  }
  if (block.kind === 'quote') {
    return (
      <blockquote className="border-l-2 border-line pl-3 text-dim">
        <Lines lines={block.lines} />
      </blockquote>
    );
  }
  return (
    <p>
      <Lines lines={block.lines} />
    </p>
  );
}

function ListView({ block }: { readonly block: Extract<Block, { kind: 'list' }> }): ReactNode {
  const items = block.items.map((item, at) => (
    <li key={at}>
      <Line text={item} />
    </li>
  ));
  if (block.start === undefined) return <ul className="list-disc pl-6">{items}</ul>;
  return (
    <ol start={block.start} className="list-decimal pl-6">
      {items}
    </ol>
  );
}

function TableView({ rows }: { readonly rows: readonly (readonly string[])[] }): ReactNode {
  const [head = [], ...body] = rows;
  return (
    <table className="w-full text-sm">
      <thead>
        <tr>
          {head.map((cell, at) => (
            <th key={at} scope="col" className="border-b border-line py-1 pr-3 text-left">
              <Line text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {body.map((row, at) => (
          <tr key={at}>
            {row.map((cell, no) => (
              <td key={no} className="border-b border-line py-1 pr-3 align-top">
                <Line text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Lines({ lines }: { readonly lines: readonly string[] }): ReactNode {
  return lines.map((line, at) => (
    <span key={at}>
      {at > 0 && <br />}
      <Line text={line} />
    </span>
  ));
}

function Line({ text }: { readonly text: string }): ReactNode {
  return parseInline(text).map((part, at) => <InlineView key={at} part={part} />);
}

function InlineView({ part }: { readonly part: Inline }): ReactNode {
  if (part.style === 'bold') return <strong>{part.text}</strong>;
  if (part.style === 'italic') return <em>{part.text}</em>;
  if (part.style === 'code') {
    return <code className="rounded bg-raised px-1 font-mono text-[13px]">{part.text}</code>;
  }
  return part.text;
}
