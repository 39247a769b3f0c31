/** A failure shown to the operator as a message, without a stack. */
export class CommandError extends Error {
  override name = 'CommandError';
}

/** Arguments that no state of the service would make valid; the command ends with exit code 2. */
export class UsageError extends CommandError {
  override name = 'UsageError';
}

/** A name that several have. Where they are of several teams, an option of the command may say which is meant. */
export class SeveralNamed extends CommandError {
  override name = 'SeveralNamed';
  readonly #isOfTeams: boolean;

  constructor(message: string, found: readonly { teamId?: string | null }[]) {
    super(message);
    this.#isOfTeams = new Set(found.map(({ teamId }) => teamId)).size > 1;
  }

  /** What to say where the command has these options, of which some were sent. */
  explained(options: readonly string[], args: readonly string[]): string {
    const takesTeam = options.includes('team') && !args.some((arg) => /^--team(?:=|$)/.test(arg));
    return takesTeam && this.#isOfTeams ? `${this.message} Or set the team with --team.` : this.message;
  }
}
