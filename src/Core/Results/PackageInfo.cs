namespace DbIngest.Core.Results;

/// <summary>
/// A NuGet package of the program that measured. <see cref="Manifest.Packages"/> lists all of them, so that a reader can tell
/// whether two programs of one version hold the same code.
/// </summary>
/// <remarks><see cref="Measurement.PackageList"/> reads it. The manifest stores the members: rename none.</remarks>
/// <param name="Name">Name of the package.</param>
/// <param name="Version">Its version.</param>
/// <param name="Sha512">Content hash as NuGet computes it, in Base64. Null where the program's list has none.</param>
public sealed record PackageInfo(string Name, string Version, string? Sha512);
