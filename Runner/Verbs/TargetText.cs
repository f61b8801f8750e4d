using DbIngest.Abstractions.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Output;

namespace DbIngest.Runner.Verbs;

/// <summary>
/// Describes one database in lines of text. <see cref="TargetsVerb"/> prints it for <c>targets --db NAME</c>. It probes nothing.
/// </summary>
internal static class TargetText
{
    private const int Column = 16;

    /// <summary>Writes the description.</summary>
    public static string Of(TargetDefinition definition, TargetAvailability now, int width)
    {
        var text = new WrappedText(width);
        text.Entry(definition.Name, Sentence(definition.Summary), Column, indent: 0);
        text.Entry("usable now", Sentence((now.IsAvailable ? "yes: " : "no: ") + now.Detail), Column);
        text.Entry("needs", Sentence(definition.Needs), Column);
        if (Databases.PluginOf(definition)?.Info is { } plugin)
        {
            text.Entry("plug-in",
                Sentence($"{plugin.Name} {plugin.Version}, built against DbIngest.Abstractions {plugin.Abstractions}, SHA-256 "
                    + $"{plugin.Sha256}"), Column);
        }

        text.Entry("clients", Sentence(string.Join(", ", definition.Clients.Where(c => c.IsBuiltIn).Select(c => c.Name))),
            Column);
        foreach (var client in definition.Clients.Where(c => !c.IsBuiltIn))
        {
            text.Entry(string.Empty, Sentence($"{client.Name}: {client.Remedy}"), Column);
        }

        if (definition.RetryDefault is { } retries)
        {
            text.Entry("retries",
                FormattableString.Invariant(
                $"{retries.Retries}, the first after {retries.DelayS} s, where --retries and --retry-delay do not say."), Column);
        }

        text.Line("  durability, the default first:");
        foreach (var contract in definition.Contracts)
        {
            text.Entry(contract.Name, Sentence(contract.Meaning), Column, indent: 4);
        }

        return text.ToString();
    }

    private static string Sentence(string text) => text.EndsWith('.') ? text : text + ".";
}
