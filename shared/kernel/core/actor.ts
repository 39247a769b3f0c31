/** Who can change something; `system` is the service itself, or its operator. */
export const actorKinds = ['user', 'service_account', 'visitor', 'system'] as const;

/** Through what a change can be made. */
export const actorVias = ['rest', 'mcp', 'portal', 'cli', 'automation', 'rule'] as const;

/** Who made a change, and through what. */
export interface Actor {
  kind: (typeof actorKinds)[number];
  /** Of the principal; null for the service itself. */
  id: string | null;
  via: (typeof actorVias)[number];
  /** The rule that made it, of what a rule did. */
  ruleId?: string | undefined;
  /** Whose words its texts repeat, if they are a visitor's; not stored with a change. */
  quotes?: 'visitor';
}

/** The service, when it changes something that follows from another change. */
export const automation: Actor = { kind: 'system', id: null, via: 'automation' };
