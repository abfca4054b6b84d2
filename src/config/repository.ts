/** The repository's file (.github/proofline.yml), read from the tip of the base branch. */

export interface RepositoryConfig {
  readonly discover: boolean;
}
