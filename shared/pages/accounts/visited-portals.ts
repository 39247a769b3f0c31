import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import type { PurposeKeys } from '../../kernel/core/keyring.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { listVisitedWorkspaces } from '../../kernel/auth/visitor-store.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { portalsOf, toPortal } from '../../feedback/portals/portal-store.ts';
import { preferencesPath, preferencesToken } from '../../identity/mail/preferences-token.ts';

/** A public portal of a workspace on whose portals, this one or others, a person has taken part. */
export interface VisitedPortal {
  name: string;
  slug: string;
  /** The path of the page on which the person chooses its mail. */
  mailPath: string;
}

/** The most workspaces, and portals of each, that the page of an account links. */
const WORKSPACES_MAX = 20;
const PORTALS_MAX = 10;

interface Keys {
  keys: (purpose: 'mailPreferences') => Promise<PurposeKeys>;
}

/**
 * The newest public portals, up to ten each, of the newest twenty workspaces on whose portals a person has voted or
 * written: of the newest workspace first. They need not have taken part in each of the portals.
 */
export async function listVisitedPortals(
  read: Reader,
  userId: string,
  services: Keys,
): Promise<VisitedPortal[]> {
  const workspaceIds = await listVisitedWorkspaces(read, userId, WORKSPACES_MAX);
  const found = await Promise.all(
    workspaceIds.map(async (workspaceId) => {
      const partitions = [portalsOf(workspaceId)];
      return await readNewest(read, { index: 'list', partitions, before: undefined, limit: PORTALS_MAX });
    }),
  );
  const portals = found
    .flat()
    .map(toPortal)
    .filter(({ visibility }) => visibility === 'public');
  return await Promise.all(
    portals.map(async ({ id, name, slug }) => {
      const token = await preferencesToken({ userId, portalId: id }, services);
      return { name: redactEmailAddresses(name), slug, mailPath: preferencesPath(token) };
    }),
  );
}
