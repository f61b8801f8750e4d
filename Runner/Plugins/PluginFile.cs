using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Security.Cryptography;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Runner.Plugins;

/// <summary>What the file of a plug-in says of itself before anything of it is run.</summary>
/// <param name="Path">The file.</param>
/// <param name="Sha256">The hash of its content.</param>
/// <param name="Abstractions">The version of the contracts that it was built against.</param>
internal sealed record PluginFile(string Path, string Sha256, Version Abstractions)
{
    /// <summary>The assembly that a plug-in and this program share.</summary>
    public static readonly string SharedAssembly = typeof(TargetDefinition).Assembly.GetName().Name!;

    private static readonly Version Present = typeof(TargetDefinition).Assembly.GetName().Version!;

    /// <summary>Parts of this program that are no contract: they change from one version to the next.</summary>
    private static readonly string[] NotForPlugins = ["DbIngest.Core", "DbIngest.Targets", "DbIngest.Wire", "DbIngest.Sources", "DbIngest.Analysis", "dbingest"];

    /// <summary>Reads and checks a file.</summary>
    /// <param name="path">As the user gave it.</param>
    /// <returns>The file.</returns>
    /// <exception cref="UsageException">It is no plug-in, or one of another version; the message names the remedy.</exception>
    public static PluginFile Read(string path)
    {
        byte[] content = Content(path);
        using var image = new PEReader(new MemoryStream(content));
        if (!IsManaged(image))
        {
            throw Refused(path, "it is no .NET assembly; name the .dll that 'dotnet build' or 'dotnet publish' has made");
        }

        var metadata = image.GetMetadataReader();
        var references = metadata.AssemblyReferences.Select(metadata.GetAssemblyReference)
            .ToDictionary(reference => metadata.GetString(reference.Name), reference => reference.Version, StringComparer.OrdinalIgnoreCase);
        if (NotForPlugins.FirstOrDefault(references.ContainsKey) is { } foreign)
        {
            throw Refused(path, $"it refers to {foreign}, which changes from version to version; a plug-in refers to the package {SharedAssembly} only");
        }

        if (!references.TryGetValue(SharedAssembly, out var against))
        {
            throw Refused(path, $"it does not refer to {SharedAssembly}, so it holds no target; name the assembly of the plug-in itself");
        }

        return IsTaken(against)
            ? new PluginFile(System.IO.Path.GetFullPath(path), Convert.ToHexStringLower(SHA256.HashData(content)), against)
            : throw Refused(
                path,
                $"it was built against {SharedAssembly} {Short(against)}, and this program has {Short(Present)}; build it against that version, or use a version of dbingest that has {Short(against)}");
    }

    /// <summary>Whether a plug-in that was built against a version works with the present one: the same major version, no newer minor one.</summary>
    internal static bool IsTaken(Version against) => against.Major == Present.Major && against.Minor <= Present.Minor;

    /// <summary>A refusal that names the option and the file.</summary>
    public static UsageException Refused(string path, string why) => new($"--plugin {path}: {why}.");

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
