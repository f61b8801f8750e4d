using System.Text.RegularExpressions;
using DbIngest.Tds.Endpoint.Protocol;
using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>
/// What bulk-copy clients ask before they send rows: whether a transaction is open, the table's columns, and their collations.
/// The batch differs from client to client and from version to version; all of them name the table to sp_tablecollations_100 in
/// the end.
/// </summary>
internal static partial class BulkMetadata
{
    private const string Collation = "SQL_Latin1_General_CP1_CI_AS";

    /// <summary>The three answers; null when the batch is no such question.</summary>
    public static IReadOnlyList<RowSet>? Read(string sql, Catalog catalog, string database)
    {
        if (Question().Match(sql) is not { Success: true } question)
        {
            return null;
        }

        var (of, name) = new LexemeReader(question.Groups["table"].Value).MultipartName();
        var columns = catalog.Table(of ?? database, name).Columns;
        return
        [
            RowSet.Scalar(ColumnType.Int, 0L),
            new RowSet(columns, []),
            new RowSet(
                [new Column("colid", ColumnType.Int), new Column("name", ColumnType.Text),
                    new Column("tds_collation", ColumnType.Binary), new Column("collation", ColumnType.Text)],
                columns.Select((c, i) => new object?[]
                {
                    i + 1L, c.Name, c.Type == ColumnType.Text ? Tokens.Collation.ToArray() : null, c.Type == ColumnType.Text
                        ? Collation : null,
                })),
        ];
    }

    [GeneratedRegex("sp_tablecollations_100\\s+N?'(?<table>[^']+)'", RegexOptions.IgnoreCase | RegexOptions.ExplicitCapture,
        1000)]
    private static partial Regex Question();
}
