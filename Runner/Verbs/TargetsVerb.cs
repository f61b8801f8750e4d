using System.Text.Json;
using DbIngest.Analysis.Output;
using DbIngest.Core.Targets;
using DbIngest.Runner.Opening;
using DbIngest.Runner.Options;
using DbIngest.Runner.Output;
using DbIngest.Runner.Parsing;

namespace DbIngest.Runner.Verbs;

/// <summary><c>targets</c>: what databases there are, and which can be used now.</summary>
internal static class TargetsVerb
{
    private const int MostNames = 5;

    public static ExitCode Execute(TargetsOptions options, Screen screen)
    {
        var reader = new OptionReader();
        var all = Databases.With(options.Plugins);
        var definitions = options.Databases is null
            ? all
            : new DatabaseChoiceReader(all, reader).Definitions(options.Databases);
        var names = definitions.SelectMany(d => d.Parts).Select(part => part.Name).Distinct(StringComparer.Ordinal).ToList();
        var access = names.Count == 0
            ? null
            : new DatabaseAccessReader(reader, Environment.GetEnvironmentVariable).Read(options, names);
        reader.ThrowIfRefused();
        screen.Scrubber.Add(access!.Secrets);
        if (options.EndpointOptions)
        {
            ShowOptions(definitions, options.Json, screen);
            return ExitCode.Done;
        }

        var common = new TargetOptions { WorkFolder = options.WorkFolder ?? Path.GetTempPath() };
        var found = definitions.Select(d => (Definition: d, Now: Probe(d, access.For(d, common)))).ToList();
        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize([.. found.Select(f => TargetReport.Of(f.Definition, f.Now))], VerbJson.Default.TargetReportArray));
        }
        else if (options.Databases is null)
        {
            screen.Table(TableOf(found), asRemark: false);
        }
        else
        {
            found.ForEach(f => screen.Result(TargetText.Of(f.Definition, f.Now, WrappedText.WidthOfOutput)));
        }

        return ExitCode.Done;
    }

    private static void ShowOptions(IReadOnlyList<TargetDefinition> definitions, bool json, Screen screen)
    {
        if (json)
        {
            screen.Result(JsonSerializer.Serialize([.. definitions.SelectMany(EndpointOptionReport.Of)], VerbJson.Default.EndpointOptionReportArray));
            return;
        }

        foreach (var definition in definitions)
        {
            screen.Table(
                new TextTable
                {
                    Title = $"Options of an endpoint of {definition.Name}{(definition.Options.All.Count == 0 ? ": none" : string.Empty)}",
                    Headers = ["option", "values", "default", "meaning"],
                    RightAligned = [false, false, false, false],
                    Rows = [.. definition.Options.All.Select(o => (IReadOnlyList<string>)[o.Name, o.Values, o.Default ?? string.Empty, o.Meaning])],
                    Notes = [$"{definition.Name} needs {definition.Needs}."],
                },
                asRemark: false);
        }
    }

    /// <summary>An endpoint in a form that the database does not know is a finding here, not an error.</summary>
    private static TargetAvailability Probe(TargetDefinition definition, TargetOptions options)
    {
        try
        {
            return definition.Probe(options);
        }
        catch (Exception exception) when (exception is TargetException or ArgumentException)
        {
            return new TargetAvailability(false, exception.Message);
        }
    }

    private static TextTable TableOf(List<(TargetDefinition Definition, TargetAvailability Now)> found) => new()
    {
        Title = "Databases",
        Headers = ["name", "usable", "clients", "durability"],
        RightAligned = [false, false, false, false],
        Rows = [.. found.Select(f => (IReadOnlyList<string>)
        [
            f.Definition.Name,
            f.Now.IsAvailable ? "yes" : "no",
            string.Join(", ", f.Definition.Clients.Where(c => c.IsBuiltIn).Select(c => c.Name)),
            Some([.. f.Definition.Contracts.Select(c => c.Name)]),
        ])],
        Notes =
        [
            .. found.Select(f => $"{f.Definition.Name}: {f.Now.Detail}"),
            "The first client and the first durability of each are its defaults.",
            $"All about one, what it needs and what its contracts promise: dbingest targets --db NAME",
        ],
    };

    /// <summary>Names as far as a line has room for them.</summary>
    private static string Some(string[] names) => names.Length <= MostNames
        ? string.Join(", ", names)
        : FormattableString.Invariant($"{string.Join(", ", names.Take(2))} and {names.Length - 2} more");
}
