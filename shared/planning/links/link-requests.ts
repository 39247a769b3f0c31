import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { memoize, titleText, webAddress } from '../../kernel/core/schema.ts';
import { linkKind, linkState } from '../story-parts/link.ts';

const TITLE_MAX_CHARACTERS = 500;

/** What callers can set on creation and on update. */
const settable = memoize(() => ({
  title: titleText(TITLE_MAX_CHARACTERS),
  kind: linkKind(),
  state: linkState().meta({ description: 'Of a pull request, a branch or another thing that ends.' }),
}));

export const linkCreateSchema = memoize(() => {
  const { kind, ...optional } = z.object(settable()).partial().shape;
  return z
    .strictObject({
      url: webAddress(),
      ...optional,
      kind: kind.meta({ description: 'By default what the address looks like.' }),
    })
    .meta({ id: 'CreateStoryLinkRequest' });
});

/** The update schema of a link. */
export const linkPatch = definePatch('UpdateStoryLinkRequest', {
  fields: settable,
  cleared: { title: null, state: null },
});
