using DbIngest.Abstractions.Targets;
using DbIngest.Clusters.Runs;
using DbIngest.Runner.Parsing;
using DbIngest.Targets.Via;

namespace DbIngest.Runner.Options;

/// <summary>
/// Reads how the databases of a command are reached: endpoints, containers, and passwords from environment variables or files.
/// <see cref="SweepRequestReader"/>, <see cref="ServeRequestReader"/> and the verb <c>targets</c> call it before anything is
/// opened. It connects to no server, reports problems to the reader, and must put no secret into a message. A password file wins
/// over the environment variable.
/// </summary>
internal sealed class DatabaseAccessReader(OptionReader reader, Func<string, string?> environment)
{
    /// <summary>Reads the access to the databases of a command.</summary>
    /// <param name="options">The bound options, whose values are not checked yet.</param>
    /// <param name="databases">Names of the command's databases, the parts of compositions apart. At least one.</param>
    /// <param name="deployed">The deployments of the command.</param>
    /// <returns>The access, without refused values.</returns>
    public DatabaseAccess Read(DatabaseOptions options, IReadOnlyList<string> databases, IReadOnlyList<DeployedDatabase> deployed)
    {
        var endpoints = PerDatabase("--endpoint", options.Endpoints, databases);
        var containers = new ContainerReader(reader, environment)
            .Read((options as SweepOptions)?.Containers ?? [], databases, endpoints, deployed);
        var passwords = new Dictionary<string, Secret>(StringComparer.Ordinal);
        foreach (string database in databases)
        {
            if (environment($"DBINGEST_{database.ToUpperInvariant()}_PASSWORD") is { Length: > 0 } password)
            {
                passwords[database] = new Secret(password);
            }
        }

        foreach (var (database, file) in PerDatabase("--password-file", options.PasswordFiles, databases))
        {
            if (ReadPassword(file) is { } secret)
            {
                passwords[database] = secret;
            }
        }

        foreach (string database in containers.Keys.Where(ContainerImages.AsksForPassword))
        {
            passwords.TryAdd(database, ContainerReader.FreshPassword());
        }

        foreach (var (database, endpoint) in endpoints)
        {
            reader.RefuseIf(endpoint.Contains(Redaction.Stars, StringComparison.Ordinal), "--endpoint",
                $"the password in the endpoint of {database} is never stored; give the option again with it, "
                + $"or without it and set DBINGEST_{database.ToUpperInvariant()}_PASSWORD");
        }

        foreach (var both in deployed
            .Where(d => endpoints.TryGetValue(d.Database, out string? endpoint) && !endpoint.StartsWith('?')))
        {
            reader.Refuse("--endpoint",
                $"{both.File} says where {both.Database} is; give options alone, as '?rows=500', or leave one of the two out");
        }

        double timeout = reader.Decimal("--request-timeout", options.RequestTimeout
            ?? Defaults.RequestTimeout, 0.1, NonAxisLimits.RequestTimeoutSeconds);
        return new DatabaseAccess(endpoints, passwords, TimeSpan.FromSeconds(timeout), deployed)
        {
            Containers = containers,
            // The variable may have a whole file of keys, any of which a service takes.
            ServiceKey = environment(ServiceAddress.KeyVariable)?.Trim().Split('\n')[0].Trim() is { Length: > 0 } key
                ? new Secret(key) : null,
        };
    }

    /// <summary>Reads values of the form <c>DB=VALUE</c>, or a plain value if the command has only one database.</summary>
    private Dictionary<string, string> PerDatabase(string option, IEnumerable<string> texts, IReadOnlyList<string> databases)
    {
        var found = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (string text in texts)
        {
            int equals = text.IndexOf('=', StringComparison.Ordinal);
            string name = equals < 0 ? string.Empty : text[..equals].Trim().ToLowerInvariant();
            bool named = databases.Contains(name, StringComparer.Ordinal);
            if (!named && databases.Count > 1)
            {
                reader.Refuse(option, $"'{Redaction.Redact(text)}' does not say which database it is for; write "
                    + string.Join(" or ", databases.Select(d => $"{d}=...")));
                continue;
            }

            reader.RefuseIf(!found.TryAdd(named ? name : databases[0], named ? text[(equals + 1)..] : text), option,
                $"{(named ? name : databases[0])} is given twice; give one value for each database");
        }

        return found;
    }

    private Secret? ReadPassword(string file)
    {
        if (string.IsNullOrWhiteSpace(file))
        {
            reader.Refuse("--password-file", "the file is missing; write [DB=]FILE");
            return null;
        }

        try
        {
            if (new FileInfo(file).Length > NonAxisLimits.PasswordFileBytes)
            {
                reader.Refuse("--password-file",
                    $"{file} is larger than {NonAxisLimits.PasswordFileBytes / 1024} KiB; its first line is the password");
                return null;
            }

            using var lines = new StreamReader(file);
            if (lines.ReadLine() is { Length: > 0 } password)
            {
                return new Secret(password);
            }

            reader.Refuse("--password-file", $"the first line of {file} is empty; it is the password");
        }
        catch (Exception exception) when (exception is IOException or UnauthorizedAccessException)
        {
            reader.Refuse("--password-file", $"{file} cannot be read ({exception.Message.TrimEnd('.')}); name a readable file");
        }

        return null;
    }
}
