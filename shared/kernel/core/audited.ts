/** What an operation reports of a write, for its entry in the audit trail. */
export interface Audited {
  /** The target before and after; without one, it was created or deleted. */
  from?: object | undefined;
  to?: object | undefined;
  /** What the target is called, unless one of them has a `name`. */
  name?: string | null;
  /** The target, if it is not the resource that the write is about. */
  targetId?: string;
  /** The workspace, for those who act outside of any. */
  workspaceId?: string;
}
