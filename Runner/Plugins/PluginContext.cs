using System.Reflection;
using System.Runtime.Loader;

namespace DbIngest.Runner.Plugins;

/// <summary>
/// Where the assemblies of one plug-in live: what lies beside it is its own, whatever version this program has of the same, and only
/// the contracts are shared.
/// </summary>
/// <param name="file">The plug-in's file.</param>
internal sealed class PluginContext(string file) : AssemblyLoadContext(Path.GetFileNameWithoutExtension(file))
{
    private readonly AssemblyDependencyResolver _resolver = new(file);

    /// <inheritdoc/>
    protected override Assembly? Load(AssemblyName assemblyName) =>
        !string.Equals(assemblyName.Name, PluginFile.SharedAssembly, StringComparison.OrdinalIgnoreCase)
            && _resolver.ResolveAssemblyToPath(assemblyName) is { } path
            ? LoadFromAssemblyPath(path)
            : null;

    /// <inheritdoc/>
    protected override IntPtr LoadUnmanagedDll(string unmanagedDllName) =>
        _resolver.ResolveUnmanagedDllToPath(unmanagedDllName) is { } path ? LoadUnmanagedDllFromPath(path) : IntPtr.Zero;
}
