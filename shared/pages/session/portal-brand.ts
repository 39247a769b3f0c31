import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { imagePath } from '../../feedback/portal/image.ts';
import type { Portal } from '../../feedback/portal/portal.ts';

/** What pages of accounts wear of a public portal. */
export const brandOf = ({ logoImageId, ...portal }: Portal): Brand => ({
  name: redactEmailAddresses(portal.name),
  href: `/portals/${portal.slug}/feedback`,
  color: portal.color,
  company: {
    websiteUrl: portal.websiteUrl,
    privacyUrl: portal.privacyUrl,
    imprintUrl: portal.imprintUrl,
  },
  ...(logoImageId === null ? {} : { logo: imagePath(logoImageId) }),
});
