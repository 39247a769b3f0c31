import type { FeedbackUpdate } from './update.ts';

/**
 * An update's body as HTML that is safe to show. Apart from the store, because events are made of updates too, and
 * whoever makes them needs no renderer.
 */
export async function renderBody({ body }: Pick<FeedbackUpdate, 'body'>): Promise<string> {
  const { renderMarkdown } = await import('../markdown/markdown.ts');
  return renderMarkdown(body ?? '').text;
}
