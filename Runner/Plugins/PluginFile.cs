using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Plugins;

/// <summary>
/// The file of a plug-in, read and checked before any code of the plug-in runs. <see cref="Plugin.Load"/> reads the file first,
/// and <c>StoredPlugins</c> does to compare the hash with that of a stored run. Reading executes nothing: the metadata alone say
/// whether the file is a .NET assembly, which assemblies of this program it refers to, and in which version.
/// </summary>
/// <param name="Path">Full path of the file.</param>
/// <param name="Sha256">Hash of the file's content, 64 lower-case hexadecimal digits.</param>
/// <param name="Abstractions">The version of <c>DbIngest.Abstractions</c> that the plug-in was built against.</param>
internal sealed record PluginFile(string Path, string Sha256, Version Abstractions)
{
    /// <summary>The assembly that plug-ins and this program share.</summary>
    public static readonly string SharedAssembly = typeof(TargetDefinition).Assembly.GetName().Name!;

    private static readonly Version Present = typeof(TargetDefinition).Assembly.GetName().Version!;

    /// <summary>Assemblies of this program that a plug-in must not use, since they change from version to version.</summary>
    private static readonly string[] NotForPlugins =
        ["DbIngest.Core", "DbIngest.Targets", "DbIngest.Wire", "DbIngest.Sources", "DbIngest.Analysis", "dbingest"];

    /// <summary>Reads and checks a file.</summary>
    /// <param name="path">Path as the user gave it.</param>
    /// <exception cref="UsageException">
    /// The file is not a plug-in, or was built against an incompatible version. The message names the remedy.
    /// </exception>
    public static PluginFile Read(string path)
    {
        byte[] content = Content(path);
        using var image = new PEReader(new MemoryStream(content));
        if (!IsManaged(image))
        {
            throw Refused(path, "it is no .NET assembly; name the .dll that 'dotnet build' or 'dotnet publish' has made");
        }

        var references = References(path, image);
        if (NotForPlugins.FirstOrDefault(references.ContainsKey) is { } foreign)
        {
            throw Refused(path,
                $"it refers to {foreign}, which changes from version to version; a plug-in refers to the package "
                + $"{SharedAssembly} only");
        }

        if (!references.TryGetValue(SharedAssembly, out var against))
        {
            throw Refused(path,
                $"it does not refer to {SharedAssembly}, so it holds no target; name the assembly of the plug-in itself");
        }

        return IsTaken(against)
            ? new PluginFile(System.IO.Path.GetFullPath(path), Convert.ToHexStringLower(SHA256.HashData(content)), against)
            : throw Refused(
                path,
                $"it was built against {SharedAssembly} {Short(against)}, and this program has {Short(Present)}; build it "
                + $"against that version, or use a version of dbingest that has {Short(against)}");
    }

    /// <summary>
    /// True if a plug-in built against a version works with this program: same major version, no newer minor version.
    /// </summary>
    internal static bool IsTaken(Version against) => against.Major == Present.Major && against.Minor <= Present.Minor;

    /// <summary>Builds the refusal of a file.</summary>
    public static UsageException Refused(string path, string why) => new($"--plugin {path}: {why}.");

    /// <summary>Reads the version of each assembly that an image refers to, by name.</summary>
    private static Dictionary<string, Version> References(string path, PEReader image)
    {
        try
        {
            var metadata = image.GetMetadataReader();
            return metadata.AssemblyReferences.Select(metadata.GetAssemblyReference)
                .DistinctBy(reference => metadata.GetString(reference.Name), StringComparer.OrdinalIgnoreCase)
                .ToDictionary(reference => metadata.GetString(reference.Name), reference => reference.Version,
                    StringComparer.OrdinalIgnoreCase);
        }
        catch (BadImageFormatException exception)
        {
            throw Refused(path, $"it is damaged ({exception.Message.TrimEnd('.')}); build the plug-in again");
        }
    }

    private static string Short(Version version) => version.ToString(fieldCount: 2);

    private static byte[] Content(string path)
    {
        try
        {
            return File.ReadAllBytes(path);
        }
        catch (Exception exception) when (exception is FileNotFoundException or DirectoryNotFoundException)
        {
            throw Refused(path, "there is no such file; build the plug-in ('dotnet build') and name its .dll");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException or ArgumentException)
        {
            throw Refused(path, $"it cannot be read: {exception.Message.TrimEnd('.')}");
        }
    }

    private static bool IsManaged(PEReader image)
    {
        try
        {
            return image.HasMetadata;
        }
        catch (BadImageFormatException)
        {
            return false;
        }
    }
}
