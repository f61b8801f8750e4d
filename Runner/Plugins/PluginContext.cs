using System.Reflection;
using System.Runtime.Loader;

namespace DbIngest.Runner.Plugins;

/// <summary>
/// Loads the assemblies of one plug-in. <see cref="Plugin.Load"/> creates one per plug-in. Assemblies beside the plug-in come
/// first, whatever version this program has. The plug-in shares with this program <c>DbIngest.Abstractions</c>, always, and any
/// assembly that is not beside the plug-in.
/// </summary>
/// <param name="file">Path of the plug-in.</param>
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
