import { html, type Html } from '../../kernel/html/html.ts';
import type { PageTexts } from '../messages/page-messages.ts';
import { button } from '../kit/form-view.ts';
import { commentField } from './comment-form-view.ts';

/** A form as it was sent, to be sent again; what is not text stays hidden. */
export const sentFormView = (
  t: PageTexts,
  action: string,
  { content, ...others }: Readonly<Record<string, string | undefined>>,
): Html =>
  html`<p>${t.text('story.sendAgain')}</p>
    <form method="post" action="${action}">
      ${Object.entries(others).map(
        ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
      )}
      ${content?.trim() && commentField({ t, value: content })} ${button(t.text('story.retry'))}
    </form>`;
