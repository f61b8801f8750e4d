using System.Globalization;
using System.Net.Http.Headers;
using System.Text;
using DbIngest.Abstractions.Targets;
using DbIngest.Targets.Neo4j;
using DbIngest.Targets.Servers;

namespace DbIngest.Bench.Series;

/// <summary>
/// The peer is the server's own HTTP interface: the same statement with the same rows, as JSON made beforehand, one transaction
/// per batch and one connection per source.
/// </summary>
internal sealed class Neo4jOverHttp : IPeer
{
    private readonly List<byte[]>[] _bodies = [.. Enumerable.Range(0, Rows.Sources).Select(static _ => new List<byte[]>())];

    public string Name => "HTTP, JSON made beforehand";

    public TargetDefinition Database { get; } = new Neo4jDefinition();

    public string Endpoint => "?heap=1G";

    public void Make(int records)
    {
        var values = Rows.Workload.Schema.Values;
        string properties = string.Join(", ", values.Select((v, i) => $"`{v.Name}`: r[{i + 3}]"));
        string head = "{\"statements\":[{\"statement\":\"UNWIND $rows AS r CREATE (:DbIngestRecord {id: r[0], timestamp: "
            + "r[1], quality: r[2], "
            + properties + "}) RETURN count(*)\",\"parameters\":{\"rows\":[";
        Rows.ForEach(records, batch =>
        {
            var text = new StringBuilder(head);
            for (int row = 0; row < batch.Count; row++)
            {
                text.Append(row == 0 ? "[" : ",[").Append(((long)batch.Source << 40) | (batch.FirstSequence + row)).Append(',')
                    .Append(batch.Timestamps[row]).Append(',').Append(batch.Qualities[row]);
                for (int i = 0; i < values.Count; i++)
                {
                    double value = batch.Column(i)[row];
                    text.Append(',').Append(double.IsNaN(value) ? "null" : value.ToString("R", CultureInfo.InvariantCulture));
                }

                text.Append(']');
            }

            _bodies[batch.Source].Add(Encoding.UTF8.GetBytes(text.Append("]}}]}").ToString()));
        });
    }

    public void Load(ITarget target)
    {
        var place = new Uri(
            string.Create(CultureInfo.InvariantCulture,
            $"http://127.0.0.1:{((IServerTarget)target).PrivateServer!.Layout.Nodes[0].Listens[1].Port}/db/neo4j/tx/commit"));
        AtOnce.Run(Rows.Sources, source => Send(place, _bodies[source]));
    }

    public void Dispose()
    {
    }

    private static void Send(Uri place, List<byte[]> bodies)
    {
        using var client = new HttpClient();
        foreach (byte[] body in bodies)
        {
            using var content = new ByteArrayContent(body);
            content.Headers.ContentType = new MediaTypeHeaderValue("application/json");
            using var request = new HttpRequestMessage(HttpMethod.Post, place) { Content = content };
            using var answer = client.Send(request);
            using var reader = new StreamReader(answer.Content.ReadAsStream());
            string text = reader.ReadToEnd();
            if (!text.Contains("\"errors\":[]", StringComparison.Ordinal))
            {
                throw new InvalidOperationException(text);
            }
        }
    }
}
