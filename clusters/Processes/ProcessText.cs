using System.Globalization;
using System.Net;
using System.Text;
using DbIngest.Core.Measurement;

namespace DbIngest.Clusters.Processes;

/// <summary>
/// Renders what <c>cluster up</c> would do with processes, as a shell script to read and to compare.
/// <see cref="ProcessProvider.Render"/> calls it for <c>cluster render</c>. The program never runs the script, which holds no
/// secret.
/// </summary>
internal static class ProcessText
{
    /// <summary>Writes the text.</summary>
    public static string Of(ProcessProvider nodes)
    {
        var text = new StringBuilder();
        text.Append(CultureInfo.InvariantCulture, $"# {nodes.Deployment}\n# endpoint: {nodes.Endpoint}\n");
        var plan = nodes.Plan;
        if (nodes.MissingHome is { } home)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"# home: {home} does not hold the programs of {nodes.Deployment.Database} on this machine; 'up' needs them "
                + $"there\n");
        }

        foreach (var node in plan.Nodes)
        {
            string? host = nodes.Deployment.Nodes[nodes.Plan.Nodes.ToList().IndexOf(node)].Host;
            string places = string.Join(", ",
                node.Listens.Select(place => TcpRoundTrip.Name(new DnsEndPoint(place.Address, place.Port))));
            text.Append(CultureInfo.InvariantCulture,
                $"\n# {node.Place.Name}{(host is null ? string.Empty : $" on {host}")}: {places}\n");
            text.Append(CultureInfo.InvariantCulture,
                $"mkdir -p {string.Join(' ', new[] { node.Place.Folder }.Concat(node.Folders.Select(folder => Path.Combine(node.Place.Folder, folder))).Select(Quote))}\n");
            foreach (var (name, content) in node.Files)
            {
                text.Append(CultureInfo.InvariantCulture,
                    $"cat >{Quote(Path.Combine(node.Place.Folder, name))} "
                    + $"<<'END'\n{content}{(content.EndsWith('\n') ? string.Empty : "\n")}END\n");
            }

            foreach (var step in node.Initialise)
            {
                text.Append(CultureInfo.InvariantCulture,
                    $"{Words(step.Command)}{(step.Input is null ? string.Empty : "  # reads users from standard input")}\n");
            }

            text.Append(CultureInfo.InvariantCulture, $"{Words(node.Command)} &\n");
        }

        if (nodes.Plan.Form is { } form)
        {
            text.Append(CultureInfo.InvariantCulture,
                $"\n# once all nodes run, on "
                + $"{nodes.Plan.Nodes[0].Place.Name}\n{Words(form.Command)}{(form.Input is null ? string.Empty : "  # reads the administrator's certificate from standard input")}\n");
        }

        return text.ToString();
    }

    private static string Words(IEnumerable<string> words) => string.Join(' ', words.Select(Quote));

    private static string Quote(string word) =>
        word.Length > 0 && word.All(c => char.IsAsciiLetterOrDigit(c) || "-_./=,:+@%".Contains(c, StringComparison.Ordinal))
            ? word
            : "'" + word.Replace("'", "'\\''", StringComparison.Ordinal) + "'";
}
