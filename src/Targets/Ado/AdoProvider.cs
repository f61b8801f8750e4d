using System.Data.Common;
using System.Reflection;
using System.Runtime.Loader;
using DbIngest.Abstractions.Targets;

namespace DbIngest.Targets.Ado;

/// <summary>
/// Loads an ADO.NET provider: its assembly, whose code then runs in this process, and the factory in it.
/// <see cref="AdoDefinition"/> loads the one that the endpoint names when a target is opened or probed, and
/// <see cref="AdoSessions"/> opens connections by its factory. Each is loaded once per process and never unloaded, so a
/// changed file takes effect in the next process. Thread-safe.
/// </summary>
internal sealed class AdoProvider
{
    private static readonly Lock Gate = new();
    private static readonly Dictionary<string, AdoProvider> Loaded = new(StringComparer.Ordinal);

    private AdoProvider(Assembly assembly, DbProviderFactory factory)
    {
        Assembly = assembly;
        Factory = factory;
    }

    public Assembly Assembly { get; }

    public DbProviderFactory Factory { get; }

    /// <summary>Name and version of the assembly, for descriptions and messages.</summary>
    public string Version => $"{Assembly.GetName().Name} {BuildStamp.Of(Assembly).Number}";

    /// <summary>Loads a provider, or returns the loaded one.</summary>
    /// <param name="named">A file, or the name of an assembly that is part of this program.</param>
    /// <exception cref="ArgumentException">
    /// The assembly is missing, or is no provider. The message names the file and the remedy.
    /// </exception>
    public static AdoProvider Load(string named)
    {
        lock (Gate)
        {
            if (!Loaded.TryGetValue(named, out var provider))
            {
                Loaded[named] = provider = Open(named);
            }

            return provider;
        }
    }

    /// <summary>True if an endpoint names a provider by its file rather than by the name of an assembly.</summary>
    /// <param name="named">The provider in the endpoint.</param>
    public static bool IsFile(string named) => named.EndsWith(".dll", StringComparison.OrdinalIgnoreCase)
        || named.Contains(Path.DirectorySeparatorChar, StringComparison.Ordinal);

    /// <summary>True if an assembly or a library that a provider needs is missing, or has another version.</summary>
    /// <param name="e">The exception of the first call that needs it.</param>
    public static bool IsIncomplete(Exception e) =>
        e is TypeInitializationException or TypeLoadException or MissingMemberException or BadImageFormatException
            or FileLoadException
        || (e is FileNotFoundException { FileName: { } missing } && missing.Contains(", Version=", StringComparison.Ordinal));

    /// <summary>Creates the exception to throw for a provider that cannot be loaded.</summary>
    /// <param name="named">The provider in the endpoint, or the name of its assembly.</param>
    /// <param name="e">The cause.</param>
    public static ArgumentException Fault(string named, Exception e) => new(
        $"--endpoint: provider={named}: it cannot be loaded: "
        + $"{(e is TypeInitializationException ? e.GetBaseException() : e).Message} Name the provider's .dll, with the "
        + $"assemblies that it needs beside it (dotnet publish of a project that refers to its package makes such a "
        + $"folder).",
        e);

    private static AdoProvider Open(string named)
    {
        try
        {
            var assembly = IsFile(named) ? new Context(Path.GetFullPath(named)).LoadFromAssemblyPath(Path.GetFullPath(named))
                : Assembly.Load(new AssemblyName(named));
            var factory = assembly.GetExportedTypes()
                .Where(type => typeof(DbProviderFactory).IsAssignableFrom(type) && !type.IsAbstract)
                .Select(type => type.GetField("Instance",
                    BindingFlags.Public | BindingFlags.Static)?.GetValue(null) as DbProviderFactory)
                .FirstOrDefault(found => found is not null);
            return factory is null
                ? throw new ArgumentException(
                    $"--endpoint: provider={named}: the assembly has no public DbProviderFactory with a field Instance: it is "
                    + $"no ADO.NET provider.")
                : new(assembly, factory);
        }
        catch (Exception e) when (
            e is IOException or UnauthorizedAccessException or ReflectionTypeLoadException or InvalidOperationException
                || IsIncomplete(e))
        {
            throw Fault(named, e);
        }
    }

    /// <summary>
    /// Resolves the assemblies of a provider: files beside it take precedence over this program's assemblies of any version.
    /// </summary>
    private sealed class Context(string file) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(file))
    {
        private readonly AssemblyDependencyResolver _resolver = new(file);

        protected override Assembly? Load(AssemblyName assemblyName)
        {
            string? path = _resolver.ResolveAssemblyToPath(assemblyName)
                ?? Path.Combine(Path.GetDirectoryName(file)!, assemblyName.Name + ".dll");
            return File.Exists(path) ? LoadFromAssemblyPath(path) : null;
        }

        protected override IntPtr LoadUnmanagedDll(string unmanagedDllName) =>
            _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : IntPtr.Zero;
    }
}
