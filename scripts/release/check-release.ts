const LIST_ITEM = /^[-*] /m;

export interface ReleaseState {
  readonly version: string;
  /** The version of every workspace by its folder. */
  readonly workspaceVersions: Readonly<Record<string, string>>;
  /** The tag that started the release; `undefined` in a dry run. */
  readonly tag: string | undefined;
  readonly changelog: string;
  /** `git status --porcelain`. */
  readonly changes: string;
}

/** Returns what must be fixed before this state can be released; empty if nothing. */
export function checkRelease(state: ReleaseState): readonly string[] {
  const { version, workspaceVersions, tag, changelog, changes } = state;
  const problems: string[] = [];
  if (tag !== undefined && tag !== `v${version}`)
    problems.push(`the tag is ${tag}, but package.json has version ${version}: tag v${version}`);
  for (const [folder, other] of Object.entries(workspaceVersions)) {
    if (other !== version)
      problems.push(`${folder} has version ${other}, but package.json has ${version}`);
  }
  if (readSection(changelog, version) === undefined)
    problems.push(`CHANGELOG.md has no list of changes under "## ${version} - <date>"`);
  if (changes.trim() !== '')
    problems.push(`the working tree has uncommitted changes:\n${changes.trimEnd()}`);
  return problems;
}

/** The text under `## <version> - <date>`; `undefined` if the section is missing or has no list item. */
export function readSection(changelog: string, version: string): string | undefined {
  const heading = new RegExp(`^${RegExp.escape(version)} - \\d{4}-\\d{2}-\\d{2}$`);
  for (const section of changelog.split(/^## /m).slice(1)) {
    const [title = '', ...lines] = section.split('\n');
    const body = lines.join('\n').trim();
    if (heading.test(title.trim())) return LIST_ITEM.test(body) ? body : undefined;
  }
  return undefined;
}
