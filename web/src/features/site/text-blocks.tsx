import type { TextBlock, TextSpan } from '@baari/contract/hospital/site.ts';
import type { ReactNode } from 'react';
import { TextLink } from '../../ui/link.tsx';

type Line = readonly TextSpan[];

/**
 * Renders the blocks of a text one by one, so that no part of the text is interpreted as HTML
 * [ROUTE-26].
 */
export function TextBlocks({ blocks }: { blocks: readonly TextBlock[] }): ReactNode {
  return (
    <div className="flex flex-col gap-4 leading-relaxed text-ink">
      {numbered(blocks).map(({ key, item }) => (
        <Block key={key} block={item} />
      ))}
    </div>
  );
}

function Block({ block }: { block: TextBlock }): ReactNode {
  switch (block.kind) {
    case 'heading':
      return block.level === 2 ? (
        <h2 className="mt-5 text-xl font-semibold tracking-tight">
          <Spans line={block.line} />
        </h2>
      ) : (
        <h3 className="mt-2 text-lg font-semibold">
          <Spans line={block.line} />
        </h3>
      );
    case 'paragraph':
      return (
        <p className="whitespace-pre-line">
          <Spans line={block.line} />
        </p>
      );
    case 'list':
      return <List ordered={block.ordered} items={block.items} />;
    case 'table':
      return <Table header={block.header} rows={block.rows} />;
  }
}

function List({ ordered, items }: { ordered: boolean; items: readonly Line[] }): ReactNode {
  const Element = ordered ? 'ol' : 'ul';
  return (
    <Element
      className={`${ordered ? 'list-decimal' : 'list-disc'} flex flex-col gap-2 ps-5 marker:text-primary-ink`}
    >
      {numbered(items).map(({ key, item }) => (
        <li key={key} className="ps-1">
          <Spans line={item} />
        </li>
      ))}
    </Element>
  );
}

/** A table. On a phone each table row is a small card with the column's name beside each cell. */
function Table({
  header,
  rows,
}: {
  header: readonly Line[];
  rows: readonly (readonly Line[])[];
}): ReactNode {
  const columns = numbered(header);
  return (
    <div className="rounded-card border border-line bg-surface">
      <table className="w-full border-collapse text-[0.9375rem] max-sm:block">
        <thead className="max-sm:sr-only">
          <tr>
            {columns.map(({ key, item }) => (
              <th key={key} scope="col" className={`${cell} font-semibold`}>
                <Spans line={item} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="max-sm:block">
          {numbered(rows).map((row) => (
            <tr
              key={row.key}
              className="border-t border-line max-sm:block max-sm:py-2 max-sm:first:border-t-0"
            >
              {columns.map(({ key, item }, column) => (
                <td key={key} className={`${cell} max-sm:block max-sm:py-1`}>
                  <span
                    aria-hidden="true"
                    className="block text-xs font-semibold text-ink-soft sm:hidden"
                  >
                    <Spans line={item} />
                  </span>
                  <Spans line={row.item[column] ?? []} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const cell = 'px-4 py-2.5 text-start align-top';

function Spans({ line }: { line: Line }): ReactNode {
  return numbered(line).map(({ key, item }) => <Span key={key} span={item} />);
}

function Span({ span }: { span: TextSpan }): ReactNode {
  let shown: ReactNode = span.text;
  if (span.marks.includes('code')) shown = <code className="font-mono text-[0.9em]">{shown}</code>;
  if (span.marks.includes('emphasis')) shown = <em>{shown}</em>;
  if (span.marks.includes('strong')) shown = <strong className="font-semibold">{shown}</strong>;
  if (span.href === null) return shown;
  return <TextLink href={span.href}>{shown}</TextLink>;
}

/**
 * Adds the index as a key. It is a valid key, because the parts of a text never change their order.
 */
function numbered<Item>(items: readonly Item[]): { key: string; item: Item }[] {
  return items.map((item, index) => ({ key: String(index), item }));
}
