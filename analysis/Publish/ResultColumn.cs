namespace DbIngest.Analysis.Publish;

/// <summary>A column of <see cref="ResultTable"/>, which creates it. <see cref="ResultPage"/> writes it.</summary>
/// <param name="Name">Head of the column.</param>
/// <param name="IsNumber">True for numbers, which are aligned to the right.</param>
/// <param name="IsFilter">True if a reader can choose among its values.</param>
internal sealed record ResultColumn(string Name, bool IsNumber, bool IsFilter);
