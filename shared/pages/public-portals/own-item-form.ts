import { updateOwnItem } from '../../feedback/visitors/update-own-item.ts';
import type { Form } from '../../kernel/api/http/form.ts';
import { getDraft } from '../session/draft-store.ts';
import { form, text } from '../kit/form.ts';
import { addresses, anchors, DONE, withQuery } from '../portal/addresses.ts';
import { ownItemOrThrow } from './own-item.ts';
import { ownItemPage } from './own-item-page.ts';
import type { VisitorForm, VisitorPage } from './visitors.ts';

const writtenIn = ({ title, description }: Form): string => [title, description].filter(Boolean).join('\n\n');

/** The form in which visitors change or delete an idea of theirs. */
export const page: VisitorPage = {
  async show({ call, visitor, ...person }, rejected) {
    const userId = visitor.session.user.id;
    const found = await ownItemOrThrow(call, userId, rejected && writtenIn(rejected.form));
    const { title, description, updatedAt } = found.stored;
    if (rejected) {
      // Anyone who was shown that the text has changed may write over it.
      const version = rejected.status === 409 ? updatedAt : rejected.form['version'];
      return await ownItemPage(call, { visitor, found, ...rejected, form: { ...rejected.form, version } });
    }
    const draft = await getDraft(call.read, userId, person.page, call.now);
    const shown = { title, description: description ?? '', ...draft, version: updatedAt };
    return await ownItemPage(call, { visitor, found, form: shown });
  },
};

/** Changes an idea as its author, until the team has responded to it. */
const editOwnItem: VisitorForm = form({
  operation: updateOwnItem,
  fields: { title: text('title'), description: text('description') },
  body: (_, { version = '' }) => ({ expectedUpdatedAt: version }),
  refusals: {
    title: ['title', 'form.wrongTitle'],
    description: ['description', 'form.wrongDescription'],
    version_conflict: ['description', 'own.conflict'],
  },
  done: ({ slugs }) =>
    `${withQuery(addresses.item(slugs.portalSlug, slugs.itemSlug), { [DONE]: 'edited' })}#${anchors.item}`,
});

export const forms = { editOwnItem };
