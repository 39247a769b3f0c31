import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Brand } from '../../kernel/html/document-view.ts';
import { findOriginPortal } from './intent.ts';

/** The brand of the portal whose own host a request is for; undefined on the service's own host. */
export async function findHostBrand({
  home,
  read,
}: Pick<WebCall, 'home' | 'read'>): Promise<Brand | undefined> {
  return home === undefined ? undefined : (await findOriginPortal(read, { next: home }))?.brand;
}
