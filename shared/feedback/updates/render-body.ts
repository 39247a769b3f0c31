import type { FeedbackUpdate } from './update.ts';

/**
 * An update's body as HTML that is safe to show. Separate from the store, because events contain updates too, and the code
 * that creates events needs no renderer.
 */
export async function renderBody({ body }: Pick<FeedbackUpdate, 'body'>): Promise<string> {
  const { renderMarkdown } = await import('../markdown/markdown.ts');
  return renderMarkdown(body ?? '').text;
}
