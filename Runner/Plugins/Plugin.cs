using System.Reflection;
using System.Text.RegularExpressions;
using DbIngest.Abstractions.Targets;
using DbIngest.Core.Results;

namespace DbIngest.Runner.Plugins;

/// <summary>
/// A loaded plug-in (<c>--plugin</c>): an assembly that adds databases to this program. <c>Databases.With</c> loads it once per
/// process. Loading runs code of the plug-in with the rights of this program. A plug-in is never unloaded.
/// </summary>
/// <param name="File">The file it was loaded from.</param>
/// <param name="Info">Name, version and hash, as the manifest records them.</param>
/// <param name="Definitions">
/// Its databases, at least one. Each has a public constructor without parameters, a valid name, at least one write path and one
/// durability level, and exactly one default if it has several.
/// </param>
internal sealed partial record Plugin(PluginFile File, PluginInfo Info, IReadOnlyList<TargetDefinition> Definitions)
{
    /// <summary>Loads and checks a plug-in.</summary>
    /// <param name="path">Path as the user gave it.</param>
    /// <exception cref="UsageException">The plug-in cannot be loaded or breaks a rule. The message names the remedy.</exception>
    public static Plugin Load(string path)
    {
        var file = PluginFile.Read(path);
        var (assembly, definitions) = Guard(path, () =>
        {
            var loaded = new PluginContext(file.Path).LoadFromAssemblyPath(file.Path);
            return (loaded, DefinitionsOf(path, loaded.GetExportedTypes()));
        });
        var name = assembly.GetName();
        var info = new PluginInfo(name.Name!, BuildStamp.Of(assembly)
            .Version, file.Abstractions.ToString(fieldCount: 2), file.Sha256, [.. definitions.Select(d => d.Name)]);
        return new Plugin(file, info, definitions);
    }

    /// <summary>
    /// Creates and checks the databases among the public types of a plug-in. Throws <see cref="UsageException"/> if there are
    /// none.
    /// </summary>
    internal static IReadOnlyList<TargetDefinition> DefinitionsOf(string path, IEnumerable<Type> types)
    {
        var definitions = Guard(path, () => types.Where(IsDefinition).Select(type => Make(path, type)).ToList());
        definitions.ForEach(definition => Check(path, definition));
        return definitions.Count > 0
            ? definitions
            : throw PluginFile.Refused(path,
                $"it holds no public class that derives from {nameof(TargetDefinition)}; make the definition of its database "
                + $"public");
    }

    private static bool IsDefinition(Type type) => type is { IsClass: true, IsAbstract: false }
        && type.IsAssignableTo(typeof(TargetDefinition));

    private static TargetDefinition Make(string path, Type type) => type.GetConstructor(Type.EmptyTypes) is { } constructor
        ? (TargetDefinition)constructor.Invoke(null)
        : throw PluginFile.Refused(path, $"{type.FullName} has no public constructor without parameters; give it one");

    private static void Check(string path, TargetDefinition definition)
    {
        string type = definition.GetType().FullName!;
        var (name, clients, levels) = Guard(path, () => (definition.Name, definition.Clients, definition.Contracts));
        if (name is null || !NameForm().IsMatch(name))
        {
            throw PluginFile.Refused(path,
                $"{type} is named '{name}'; a name on the command line is lower-case letters and digits, and begins with a "
                + $"letter");
        }

        if (clients.Count == 0 || levels.Count == 0)
        {
            throw PluginFile.Refused(path,
                $"{type} has no {(clients.Count == 0 ? "write path" : "durability level")}; it needs one at least");
        }

        if ((clients.Count > 1 && clients.Count(client => client.IsDefault) != 1)
            || (levels.Count > 1 && levels.Count(level => level.IsDefault) != 1))
        {
            throw PluginFile.Refused(path,
                $"{type} has several write paths or durability levels; set IsDefault on exactly one of them");
        }
    }

    private static T Guard<T>(string path, Func<T> action)
    {
        try
        {
            return action();
        }
        catch (UsageException)
        {
            throw;
        }
        catch (Exception exception) when (exception is FileNotFoundException or FileLoadException or BadImageFormatException)
        {
            throw PluginFile.Refused(path,
                $"it cannot be loaded: {exception.Message.TrimEnd('.')}. What it refers to must lie beside it: 'dotnet "
                + $"publish' puts it there");
        }
        catch (Exception exception)
        {
            var cause = exception is TargetInvocationException { InnerException: { } inner } ? inner : exception;
            string remedy = cause is TypeLoadException or MissingMemberException
                ? $"build it again, against {PluginFile.SharedAssembly} of this program's version"
                : "this is a defect in the plug-in";
            throw PluginFile.Refused(path,
                $"it cannot be loaded ({cause.GetType().Name}): {cause.Message.TrimEnd('.')}; {remedy}");
        }
    }

    [GeneratedRegex("^[a-z][a-z0-9]*$", RegexOptions.NonBacktracking)]
    private static partial Regex NameForm();
}
