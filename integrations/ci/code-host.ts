/** The pull request or merge request to comment on. */
export interface CodeHost {
  /** Comments that this integration may have written, oldest first. */
  comments(): AsyncIterable<HostComment>;
  create(body: string): Promise<void>;
  update(id: number, body: string): Promise<void>;
}

export interface HostComment {
  readonly id: number;
  readonly body: string;
}
