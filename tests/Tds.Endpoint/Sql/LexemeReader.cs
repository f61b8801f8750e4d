using DbIngest.Tds.Endpoint.Storage;

namespace DbIngest.Tds.Endpoint.Sql;

/// <summary>Goes through the lexemes of a batch.</summary>
internal sealed class LexemeReader(string sql)
{
    private readonly List<Lexeme> _lexemes = Lexer.Read(sql);
    private int _at;

    public bool IsAtEnd => _at >= _lexemes.Count;

    public Lexeme? Next => IsAtEnd ? null : _lexemes[_at];

    public Lexeme Take() => IsAtEnd ? throw Wrong() : _lexemes[_at++];

    /// <summary>Takes these words when they come next.</summary>
    public bool TryTake(params string[] words)
    {
        for (int i = 0; i < words.Length; i++)
        {
            if (_at + i >= _lexemes.Count || !_lexemes[_at + i].Is(words[i]))
            {
                return false;
            }
        }

        _at += words.Length;
        return true;
    }

    public void Expect(params string[] words)
    {
        if (!TryTake(words))
        {
            throw Wrong();
        }
    }

    /// <summary>A name of one part.</summary>
    public string Name() => Take() is { Kind: LexemeKind.Word or LexemeKind.Name } name ? name.Value : throw Wrong();

    /// <summary>A name of up to three parts; empty ones are left out, as in <c>db..table</c>.</summary>
    /// <returns>The database or null, and the last part.</returns>
    public (string? Database, string Name) MultipartName()
    {
        var parts = new List<string> { Next is { } first && first.Is(".") ? string.Empty : Name() };
        while (TryTake("."))
        {
            parts.Add(Next is { } next && next.Is(".") ? string.Empty : Name());
        }

        return (parts.Count == 3 && parts[0].Length > 0 ? parts[0] : null, parts[^1]);
    }

    /// <summary>Passes over what is left of the statement.</summary>
    public void SkipStatement()
    {
        while (!IsAtEnd && !Next!.Is(";"))
        {
            _at++;
        }
    }

    /// <summary>Passes over brackets and what is in them.</summary>
    public void SkipBrackets()
    {
        int depth = 0;
        do
        {
            var lexeme = Take();
            depth += lexeme.Is("(") ? 1 : lexeme.Is(")") ? -1 : 0;
        }
        while (depth > 0);
    }

    public ServerErrorException Wrong() => new(102, $"Incorrect syntax near '{Next?.Value ?? "the end"}'.", 15);
}
