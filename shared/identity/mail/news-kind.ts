/** What members of a workspace are notified of. */
export const newsKinds = [
  'assigned',
  'mentioned',
  'commented',
  'status_changed',
  'update_posted',
  'update_due',
  'input_awaited',
  'rule_disabled',
] as const;
export type NewsKind = (typeof newsKinds)[number];

/** What members get mail of: also what visitors write on the portals of their workspace, if they choose so. */
export type MailKind = NewsKind | 'feedback';

/** How a member gets mail of each kind until they choose: of what can wait, once a day. */
export const defaultMailModes: Readonly<Record<NewsKind, 'each' | 'daily'>> = {
  assigned: 'each',
  mentioned: 'each',
  commented: 'each',
  status_changed: 'each',
  update_posted: 'daily',
  update_due: 'each',
  input_awaited: 'each',
  rule_disabled: 'each',
};
