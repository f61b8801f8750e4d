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
    public static ExitCode Execute(TargetsOptions options, Screen screen)
    {
        var reader = new OptionReader();
        var definitions = options.Databases is null
            ? Databases.All
            : new DatabaseChoiceReader(Databases.All, reader).Definitions(options.Databases);
        var names = definitions.Select(d => d.Name).ToList();
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
        var found = definitions.Select(d => (Definition: d, Now: Probe(d, access.For(d.Name, common)))).ToList();
        if (options.Json)
        {
            screen.Result(JsonSerializer.Serialize([.. found.Select(f => TargetReport.Of(f.Definition, f.Now))], VerbJson.Default.TargetReportArray));
        }
        else
        {
            screen.Table(TableOf(found), asRemark: false);
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
        Headers = ["name", "clients", "durability", "usable now"],
        RightAligned = [false, false, false, false],
        Rows = [.. found.Select(f => (IReadOnlyList<string>)
        [
            f.Definition.Name,
            string.Join(", ", f.Definition.Clients),
            string.Join(", ", f.Definition.Contracts.Select(c => c.Name)),
            f.Now.IsAvailable ? $"yes: {f.Now.Detail}" : $"no: {f.Now.Detail}",
        ])],
        Notes =
        [
            .. found.Select(f => $"{f.Definition.Name}: {f.Definition.Summary}. Needs {f.Definition.Needs}."),
            .. found.SelectMany(f => f.Definition.Contracts.Select(c => $"{f.Definition.Name}, durability {c.Name}: {c.Meaning}")),
            .. found.SelectMany(f => f.Definition.AbsentClients.Select(c => $"{f.Definition.Name}, client {c.Key}: {c.Value}")),
            "The first client and the first durability of each are its defaults.",
        ],
    };
}
